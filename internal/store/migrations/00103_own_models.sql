-- How many models of each state an author has is a tally. What authors store is counted anew: what they may store is read from it now.
DELETE FROM new_tallies WHERE kind IN ('bytes', 'files');
DELETE FROM tallies WHERE kind IN ('bytes', 'files');
INSERT INTO tallies (kind, about, n) SELECT 'bytes', m.author_id, CAST(SUM(f.size) AS BIGINT)
    FROM models m JOIN files f ON f.model_id = m.id WHERE m.deleted_at IS NULL AND f.deleted_at IS NULL GROUP BY m.author_id;
INSERT INTO tallies (kind, about, n) SELECT 'files', m.author_id, COUNT(*)
    FROM models m JOIN files f ON f.model_id = m.id WHERE m.deleted_at IS NULL AND f.deleted_at IS NULL GROUP BY m.author_id;
INSERT INTO tallies (kind, about, n) SELECT kind, 0, CAST(SUM(n) AS BIGINT) FROM tallies WHERE kind IN ('bytes', 'files') GROUP BY kind;
INSERT INTO tallies (kind, about, n) SELECT 'own_' || status, author_id, COUNT(*) FROM own_listings GROUP BY status, author_id;

-- Each state of an author's list in each of its orders.
CREATE INDEX own_listings_by_time ON own_listings (author_id, status, model_id);
CREATE INDEX own_listings_by_price ON own_listings (author_id, status, price, model_id);
CREATE INDEX own_listings_by_sales ON own_listings (author_id, status, sales, model_id);
