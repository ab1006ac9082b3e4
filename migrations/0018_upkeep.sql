-- Upkeep: whose thread one is before the journal knows of it, what becomes of a server that the umpire was removed from, and what of games
-- that are over nobody needs any more.

-- A thread has the number of the message it was made from.
CREATE INDEX outbox_by_message ON outbox (message) WHERE message IS NOT NULL;

-- Servers with games that the umpire was removed from. What is owed there rests until it is invited back; at `gone_at` all of it is deleted.
CREATE TABLE departures (
    guild   INTEGER NOT NULL PRIMARY KEY,
    left_at INTEGER NOT NULL,
    gone_at INTEGER NOT NULL
) STRICT;

-- When what nobody needs any more of a closed game's despatches was deleted.
ALTER TABLE campaigns ADD COLUMN pruned_at INTEGER;
CREATE INDEX campaigns_to_prune ON campaigns (closed_at) WHERE closed_at IS NOT NULL AND pruned_at IS NULL;

-- How far a table has been looked through for what nobody needs any more: up to and with this number.
CREATE TABLE looked_through (
    name TEXT    NOT NULL PRIMARY KEY,
    upto INTEGER NOT NULL
) STRICT;
