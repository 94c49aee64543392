-- The checksum that ZIP asks for, once it is known; and whether those who bought the model before the file was added get it too.
ALTER TABLE files ADD COLUMN crc32 BIGINT;
ALTER TABLE files ADD COLUMN for_buyers BOOLEAN NOT NULL DEFAULT FALSE;
-- What somebody has bought, newest first, and what was bought with an address and belongs to no account yet.
CREATE INDEX orders_in_library ON orders (buyer_id, created_at, id) WHERE buyer_id IS NOT NULL AND status IN ('paid', 'disputed', 'refunded');
CREATE INDEX orders_unclaimed ON orders (email_folded) WHERE buyer_id IS NULL AND email_folded <> '';
