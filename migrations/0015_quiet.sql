-- Messages that grow: what belongs together is one message, edited as more of it happens. A despatch that was joined to an earlier one
-- is shown in that one's message; `section` is what it belongs to, and `closing` says that what its message offers is over: 1 while that
-- has to be edited out, 2 when it has been.
ALTER TABLE outbox ADD COLUMN section TEXT;
ALTER TABLE outbox ADD COLUMN joined INTEGER REFERENCES outbox (id);
ALTER TABLE outbox ADD COLUMN written_at INTEGER;
ALTER TABLE outbox ADD COLUMN closing INTEGER NOT NULL DEFAULT 0;

CREATE INDEX outbox_joined ON outbox (joined) WHERE joined IS NOT NULL;
CREATE INDEX outbox_open ON outbox (campaign) WHERE section IS NOT NULL AND joined IS NULL AND closing = 0;
CREATE INDEX outbox_closing ON outbox (campaign) WHERE closing = 1;
CREATE INDEX outbox_of_campaign ON outbox (campaign, id);

-- An old board is a link to the new one once it has shrunk; the link goes when the next old board has shrunk.
ALTER TABLE old_boards ADD COLUMN shrunk INTEGER NOT NULL DEFAULT 0 CHECK (shrunk IN (0, 1));

-- How a member wants to be called when they are waited for: 'ping', 'direct' or 'never'.
ALTER TABLE members ADD COLUMN calls TEXT NOT NULL DEFAULT 'ping';
