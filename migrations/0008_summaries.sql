-- The thread that a campaign's summaries are posted in, where the group wants one.
ALTER TABLE campaigns ADD COLUMN summary_thread INTEGER;
