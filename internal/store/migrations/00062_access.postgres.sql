-- By characters, as beginnings are looked for.
ALTER TABLE applications ALTER COLUMN name_folded TYPE TEXT COLLATE "C";
