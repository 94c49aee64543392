-- How many bytes of files, and how many files, each author has, and all together under 0. Files that are added and removed later are added
-- up with the other tallies.
INSERT INTO tallies (kind, about, n) SELECT 'bytes', m.author_id, SUM(f.size)
    FROM models m JOIN files f ON f.model_id = m.id WHERE m.deleted_at IS NULL AND f.deleted_at IS NULL GROUP BY m.author_id;
INSERT INTO tallies (kind, about, n) SELECT 'files', m.author_id, COUNT(*)
    FROM models m JOIN files f ON f.model_id = m.id WHERE m.deleted_at IS NULL AND f.deleted_at IS NULL GROUP BY m.author_id;
INSERT INTO tallies (kind, about, n) SELECT kind, 0, SUM(n) FROM tallies WHERE kind IN ('bytes', 'files') GROUP BY kind;
CREATE INDEX tallies_by_size ON tallies (kind, n, about);
