-- Every order writes a page of each index. What was looked up in these is found in others: what waits in `outbox_waiting_of`, and what tells of a
-- row in `outbox_of_revision`, since a despatch is of the revision of its row.
DROP INDEX outbox_waiting;
DROP INDEX outbox_of_row;
