-- The words by which buyers asked for their files at once and gave up the right to withdraw, kept once for all orders that were made with them.
CREATE TABLE waivers (
    hash TEXT PRIMARY KEY,
    body TEXT NOT NULL
);
ALTER TABLE orders ADD COLUMN waiver_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN waived_at BIGINT;
