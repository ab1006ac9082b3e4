-- Undo: a row of the journal that voids earlier ones. They stay, with the number of the row that voids them.

ALTER TABLE journal ADD COLUMN undone_by INTEGER;

-- Which row of the journal a despatch tells of; nothing where it tells of none (a proposal, a film). Once the row is undone, the
-- despatch is marked as such where it was posted.
ALTER TABLE outbox ADD COLUMN row INTEGER;
UPDATE outbox SET row = revision;
ALTER TABLE outbox ADD COLUMN undone_by INTEGER;
ALTER TABLE outbox ADD COLUMN marked_at INTEGER;

CREATE INDEX outbox_to_mark ON outbox (campaign) WHERE undone_by IS NOT NULL AND marked_at IS NULL;
