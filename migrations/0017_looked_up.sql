-- What is looked up costs the same in a long journal as in a short one: no query walks through a table that grows. It is held by
-- `bot/tests/words/queries.rs`, which asks SQLite for the plan of every query.

-- Where something is played, or was; whose pack is still needed; what waits for a time.
CREATE INDEX campaigns_in_channel ON campaigns (channel);
CREATE INDEX campaigns_of_pack ON campaigns (pack);
CREATE INDEX campaigns_gone ON campaigns (gone_at) WHERE gone_at IS NOT NULL;
CREATE INDEX campaigns_on_trial ON campaigns (trial) WHERE trial IS NOT NULL;
CREATE INDEX campaigns_paced ON campaigns (id)
    WHERE closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL AND json_extract(standing_orders, '$.pace') IS NOT NULL;
CREATE INDEX members_by_user ON members (user, campaign);
CREATE INDEX boards_in_channel ON boards (channel);
CREATE INDEX old_boards_in_channel ON old_boards (channel);

-- A purge looks for what still names the interactions it deletes.
CREATE INDEX interactions_of_campaign ON interactions (campaign);
CREATE INDEX journal_by_interaction ON journal (interaction);

-- What was posted of a row in which channel and which place, what asks for consent, and what was set aside.
CREATE INDEX outbox_of_revision ON outbox (campaign, revision, id);
CREATE INDEX outbox_in_channel ON outbox (campaign, channel);
CREATE INDEX outbox_in_place ON outbox (campaign, COALESCE(json_extract(despatch, '$.place'), 'channel'), id)
    WHERE COALESCE(json_extract(despatch, '$.picture'), '') <> 'film';
CREATE INDEX outbox_asking ON outbox (campaign, id) WHERE json_extract(despatch, '$.asks') IS NOT NULL;
CREATE INDEX outbox_set_aside ON outbox (campaign, id) WHERE failed IS NOT NULL AND message IS NULL;

-- Proposals by their campaign, and the despatch that put each before the commander; those that are settled need none.
CREATE INDEX proposals_of_campaign ON proposals (campaign, id, standing);
CREATE INDEX proposals_open ON proposals (campaign, id) WHERE standing = 'open';
ALTER TABLE proposals ADD COLUMN outbox INTEGER;
UPDATE proposals SET outbox = (
    SELECT MIN(outbox.id) FROM outbox WHERE outbox.campaign = proposals.campaign AND despatch LIKE '%"settle:' || proposals.id || ':1"%'
) WHERE standing = 'open';
