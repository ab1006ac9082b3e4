-- Reminders: how often whoever is waited for has been called since the campaign last moved.
CREATE TABLE reminders (
    campaign   INTEGER NOT NULL PRIMARY KEY REFERENCES campaigns (id),
    -- The row of the journal after which it waits: once the campaign moves on, all of this is void.
    for_row    INTEGER NOT NULL,
    sent       INTEGER NOT NULL DEFAULT 0 CHECK (sent >= 0),
    -- When the last was sent, in seconds since 1970.
    sent_at    INTEGER,
    -- More time was given: nobody is called before this.
    not_before INTEGER
) STRICT;
