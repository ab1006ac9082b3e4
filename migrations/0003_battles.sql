-- Battles, their threads, and who commands which side.

-- How a member feels about commanding the Mahdists, and until when he is away, in seconds since 1970.
ALTER TABLE members ADD COLUMN willing TEXT NOT NULL DEFAULT 'in_turn' CHECK (willing IN ('volunteers', 'in_turn', 'never'));
ALTER TABLE members ADD COLUMN away_until INTEGER;

-- A battle that the players fight, by the row of the journal that began it. Its thread is that of the message that told of it.
CREATE TABLE battles (
    campaign INTEGER NOT NULL REFERENCES campaigns (id),
    revision INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    thread   INTEGER,
    PRIMARY KEY (campaign, revision)
) STRICT, WITHOUT ROWID;

CREATE INDEX battles_thread ON battles (thread) WHERE thread IS NOT NULL;

-- Who commands which side.
CREATE TABLE battle_commands (
    campaign INTEGER NOT NULL,
    battle   INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    mahdist  INTEGER NOT NULL CHECK (mahdist IN (0, 1)),
    PRIMARY KEY (campaign, battle, user),
    FOREIGN KEY (campaign, battle) REFERENCES battles (campaign, revision)
) STRICT, WITHOUT ROWID;
