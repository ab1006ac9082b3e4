-- What becomes of a campaign's papers is a row of its journal too: that it was called something else, put away, taken up again,
-- deleted, brought back.
CREATE TABLE journal_now (
    campaign        INTEGER NOT NULL REFERENCES campaigns (id),
    revision        INTEGER NOT NULL CHECK (revision > 0),
    kind            TEXT    NOT NULL CHECK (kind IN ('order', 'roll', 'joined', 'left', 'closed', 'standing_orders', 'delegated', 'assigned', 'willing', 'undone', 'filed')),
    interaction     INTEGER NOT NULL REFERENCES interactions (id),
    user            INTEGER NOT NULL,
    seat            TEXT    NOT NULL,
    entry           TEXT    NOT NULL CHECK (json_valid(entry)),
    events          TEXT    NOT NULL CHECK (json_valid(events)),
    position_before INTEGER NOT NULL,
    position_after  INTEGER NOT NULL CHECK (position_after >= position_before),
    written_at      INTEGER NOT NULL,
    undone_by       INTEGER,
    PRIMARY KEY (campaign, revision)
) STRICT, WITHOUT ROWID;

INSERT INTO journal_now (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at, undone_by)
SELECT campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at, undone_by FROM journal;
DROP TABLE journal;
ALTER TABLE journal_now RENAME TO journal;
