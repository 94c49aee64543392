-- Orders are found by their seller, the buyer's address, the caller's identifier and their time, newest first.
ALTER TABLE orders ADD COLUMN seller_id BIGINT REFERENCES users (id);
ALTER TABLE orders ADD COLUMN email_folded TEXT NOT NULL DEFAULT '';
UPDATE orders SET email_folded = buyers_email, seller_id = (SELECT m.author_id FROM models m WHERE m.id = orders.model_id);
DROP INDEX orders_of_user;
DROP INDEX orders_of_model;
CREATE INDEX orders_of_user ON orders (user_id, created_at, id, status, expires_at);
CREATE INDEX orders_of_model ON orders (model_id, created_at, id, status);
CREATE INDEX orders_sold ON orders (seller_id, created_at, id, status) WHERE paid_at IS NOT NULL;
CREATE INDEX orders_by_email ON orders (email_folded, created_at, id) WHERE email_folded <> '';
CREATE INDEX orders_by_uuid ON orders (uuid);
CREATE INDEX orders_by_time ON orders (created_at, id, status);
