-- Group play: numbers by which the rules know members, the group's standing orders, proposals and what is delegated.

-- Who the members are. Which post each holds is part of the campaign itself.
CREATE TABLE members_now (
    campaign   INTEGER NOT NULL REFERENCES campaigns (id),
    user       INTEGER NOT NULL,
    -- By which the rules know the member; never given to another.
    number     INTEGER NOT NULL CHECK (number BETWEEN 0 AND 63),
    -- A spectator looks on, and is asked nothing.
    spectator  INTEGER NOT NULL DEFAULT 0 CHECK (spectator IN (0, 1)),
    joined_at  INTEGER NOT NULL,
    -- Whoever has left is kept, so that a return finds the old number.
    left_at    INTEGER,
    PRIMARY KEY (campaign, user),
    UNIQUE (campaign, number)
) STRICT, WITHOUT ROWID;

INSERT INTO members_now (campaign, user, number, joined_at)
SELECT campaign, user, ROW_NUMBER() OVER (PARTITION BY campaign ORDER BY seat <> 'commander', joined_at, user) - 1, joined_at
FROM members;

DROP TABLE members;
ALTER TABLE members_now RENAME TO members;

-- More kinds of rows: the group's standing orders were changed.
CREATE TABLE journal_now (
    campaign        INTEGER NOT NULL REFERENCES campaigns (id),
    revision        INTEGER NOT NULL CHECK (revision > 0),
    kind            TEXT    NOT NULL CHECK (kind IN ('order', 'roll', 'joined', 'left', 'closed', 'standing_orders', 'delegated', 'assigned', 'willing', 'undone')),
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

INSERT INTO journal_now SELECT * FROM journal;
DROP TABLE journal;
ALTER TABLE journal_now RENAME TO journal;

-- What the group has settled for itself, as JSON; what is not in it is as usual.
ALTER TABLE campaigns ADD COLUMN standing_orders TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(standing_orders));

-- Orders that wait for the commander's word, and those a player is still putting together.
CREATE TABLE proposals (
    id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    campaign   INTEGER NOT NULL REFERENCES campaigns (id),
    user       INTEGER NOT NULL,
    -- The last order the campaign had seen when it was begun: later ones may have overtaken it.
    base       INTEGER NOT NULL,
    orders     TEXT    NOT NULL CHECK (json_valid(orders)),
    standing   TEXT    NOT NULL CHECK (standing IN ('draft', 'open', 'approved', 'declined', 'overtaken')),
    made_at    INTEGER NOT NULL,
    settled_by INTEGER,
    settled_at INTEGER
) STRICT;

-- One draft for each member.
CREATE UNIQUE INDEX proposals_draft_of ON proposals (campaign, user) WHERE standing = 'draft';

-- What the commander has put into another's hands: an action round, or a force.
CREATE TABLE delegations (
    campaign INTEGER NOT NULL REFERENCES campaigns (id),
    user     INTEGER NOT NULL,
    -- {"round": {"turn": 3, "round": 2}} or {"force": [12, 13]}
    what     TEXT    NOT NULL CHECK (json_valid(what)),
    made_at  INTEGER NOT NULL,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;
