-- The chief of staff's summary: what each has been told last, so that the next begins there.
CREATE TABLE summaries_seen (
    campaign INTEGER NOT NULL REFERENCES campaigns (id),
    user     INTEGER NOT NULL,
    -- The row of the journal up to which he has been told.
    revision INTEGER NOT NULL CHECK (revision >= 0),
    seen_at  INTEGER NOT NULL,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;
