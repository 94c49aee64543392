-- Names and addresses are found by how they begin, which an index serves in the order of their bytes alone.
ALTER TABLE users ALTER COLUMN username TYPE TEXT COLLATE "C";
ALTER TABLE users ALTER COLUMN email_folded TYPE TEXT COLLATE "C";
ALTER TABLE users ALTER COLUMN email_claimed TYPE TEXT COLLATE "C";
