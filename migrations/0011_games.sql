-- Other games than the campaign are rows of the same table, each with its own pack, seed and journal.
ALTER TABLE campaigns ADD COLUMN game TEXT NOT NULL DEFAULT 'campaign' CHECK (length(game) BETWEEN 1 AND 40);

-- What an undo looks up costs the same in a long journal as in a short one: the rows of a deed, the last row that voids others, and the
-- despatches of a row.
CREATE INDEX journal_of_interaction ON journal (campaign, interaction);
CREATE INDEX journal_undone ON journal (campaign, revision) WHERE kind = 'undone';
CREATE INDEX outbox_of_row ON outbox (campaign, row);
-- What is published first of all looks for what still waits in one campaign, and the last that was posted.
CREATE INDEX outbox_waiting_of ON outbox (campaign, id) WHERE message IS NULL AND failed IS NULL;
