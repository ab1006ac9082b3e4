-- The board of each campaign: one message that is edited in place, and moves to the bottom when others have buried it.
CREATE TABLE boards (
    campaign     INTEGER NOT NULL PRIMARY KEY REFERENCES campaigns (id),
    channel      INTEGER NOT NULL,
    -- Nothing until it has been posted.
    message      INTEGER,
    -- What it shows, as a hash: the same is not written twice.
    shows        TEXT    NOT NULL DEFAULT '',
    -- The latest row of the journal when it was written last.
    revision     INTEGER NOT NULL DEFAULT 0,
    -- When a new one was last tried to be posted, until it is known that it was.
    attempted_at INTEGER
) STRICT;
