-- How many transactions have been committed. The number is noted beside the database too, so that a file that has lost some of them is told
-- from one that has not.
CREATE TABLE commits (count INTEGER NOT NULL CHECK (count >= 0)) STRICT;
INSERT INTO commits VALUES (0);
