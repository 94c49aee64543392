-- The languages that the buyer of an order reads, best first, as a page or a program said them.
ALTER TABLE orders ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- Who joined and has not confirmed an address. Who has nothing either is removed: all that could refer to them is found by an index.
CREATE INDEX users_unconfirmed ON users (created_at) WHERE email_confirmed_at IS NULL AND email_claimed <> '';
DROP INDEX models_of_author;
CREATE INDEX models_of_author ON models (author_id, id);
DROP INDEX orders_sold;
CREATE INDEX orders_sold ON orders (seller_id, created_at, id, status, paid_at);
