-- Boards that another has replaced: each is owed to be shrunk to a link, and is kept here until it has been.
CREATE TABLE old_boards (
    campaign INTEGER NOT NULL REFERENCES campaigns (id),
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    PRIMARY KEY (campaign, message)
) STRICT, WITHOUT ROWID;
