-- The journal: every campaign, every order, what is to be posted. Discord's ids are 64-bit numbers and are kept as
-- SQLite's signed ones; times are seconds since 1970.

-- The data a campaign is played with, kept so that it can be replayed whatever became of the files.
CREATE TABLE packs (
    fingerprint TEXT NOT NULL PRIMARY KEY CHECK (length(fingerprint) = 64),
    sources     TEXT NOT NULL CHECK (json_valid(sources))
) STRICT;

CREATE TABLE campaigns (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    pack        TEXT    NOT NULL REFERENCES packs (fingerprint),
    -- The secret the dice come from. Its SHA-256 is announced at the start, the seed itself at the end.
    seed        BLOB    NOT NULL CHECK (length(seed) = 32),
    revision    INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    started_at  INTEGER NOT NULL,
    closed_at   INTEGER
) STRICT;

-- One campaign in a channel at a time.
CREATE UNIQUE INDEX campaigns_open_in_channel ON campaigns (channel) WHERE closed_at IS NULL;

CREATE TABLE members (
    campaign  INTEGER NOT NULL REFERENCES campaigns (id),
    user      INTEGER NOT NULL,
    seat      TEXT    NOT NULL CHECK (seat IN ('commander', 'chief_of_staff', 'player')),
    joined_at INTEGER NOT NULL,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;

-- What Discord delivered and was acted on. A second delivery finds its row here and changes nothing.
CREATE TABLE interactions (
    id       INTEGER NOT NULL PRIMARY KEY,
    campaign INTEGER NOT NULL REFERENCES campaigns (id),
    acted_at INTEGER NOT NULL
) STRICT;

-- One row for each thing done, in order. An order's events change the campaign; a roll only moves the dice on; the rest
-- (who joined, who left, that it was closed) is there for the record.
CREATE TABLE journal (
    campaign        INTEGER NOT NULL REFERENCES campaigns (id),
    revision        INTEGER NOT NULL CHECK (revision > 0),
    kind            TEXT    NOT NULL CHECK (kind IN ('order', 'roll', 'joined', 'left', 'closed')),
    interaction     INTEGER NOT NULL REFERENCES interactions (id),
    user            INTEGER NOT NULL,
    seat            TEXT    NOT NULL,
    entry           TEXT    NOT NULL CHECK (json_valid(entry)),
    events          TEXT    NOT NULL CHECK (json_valid(events)),
    position_before INTEGER NOT NULL,
    position_after  INTEGER NOT NULL CHECK (position_after >= position_before),
    written_at      INTEGER NOT NULL,
    PRIMARY KEY (campaign, revision)
) STRICT, WITHOUT ROWID;

-- What is to be posted. Written with the journal, posted after the commit, so that nothing is posted that was not
-- done, and nothing done goes unposted.
CREATE TABLE outbox (
    id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    campaign     INTEGER NOT NULL REFERENCES campaigns (id),
    revision     INTEGER NOT NULL,
    channel      INTEGER NOT NULL,
    despatch     TEXT    NOT NULL CHECK (json_valid(despatch)),
    attempted_at INTEGER,
    message      INTEGER,
    failed       TEXT
) STRICT;

CREATE INDEX outbox_waiting ON outbox (id) WHERE message IS NULL AND failed IS NULL;
