-- By which edition of its game's rules a row was resolved; what was written before there were several is of the first.
ALTER TABLE journal ADD COLUMN edition INTEGER NOT NULL DEFAULT 1 CHECK (edition >= 1);
