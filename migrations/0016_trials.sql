-- What a campaign is kept for: nothing for one that is kept, 'trial' for one that is forgotten by itself after a day without an order, and
-- 'demonstration' for the guided turn, whose seed is no secret; it is forgotten like a trial.
ALTER TABLE campaigns ADD COLUMN trial TEXT CHECK (trial IN ('trial', 'demonstration'));
