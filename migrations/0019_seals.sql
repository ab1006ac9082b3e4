-- The message in which the SHA-256 of a game's seed was posted before any die was thrown: its number is mixed into the dice. Nothing where
-- they come from the bare seed.
ALTER TABLE campaigns ADD COLUMN seal_message INTEGER;
