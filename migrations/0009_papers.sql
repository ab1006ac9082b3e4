-- A campaign's papers: its name, whether it is put away or about to be destroyed, and what of it came from a file.

-- What the group calls it; nothing for the title of its pack.
ALTER TABLE campaigns ADD COLUMN name TEXT CHECK (length(name) BETWEEN 1 AND 60);
-- Put away: the channel is free for another, and it can be taken up again.
ALTER TABLE campaigns ADD COLUMN archived_at INTEGER;
-- Deleted: until this time it can be brought back, after it nothing of it is kept.
ALTER TABLE campaigns ADD COLUMN gone_at INTEGER;
-- Rows of the journal up to this one were read from a file: their dice did not come from this campaign's seed.
ALTER TABLE campaigns ADD COLUMN imported INTEGER NOT NULL DEFAULT 0 CHECK (imported >= 0);

DROP INDEX campaigns_open_in_channel;
CREATE UNIQUE INDEX campaigns_open_in_channel ON campaigns (channel) WHERE closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL;
CREATE INDEX campaigns_in_guild ON campaigns (guild);
