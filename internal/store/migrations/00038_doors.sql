-- The languages that the buyer of an order reads, best first, as a page or a program said them.
ALTER TABLE orders ADD COLUMN language TEXT NOT NULL DEFAULT '';

-- Who joined and has not confirmed an address. Who has nothing either is removed: all that could refer to them is found by an index.
CREATE INDEX users_unconfirmed ON users (created_at) WHERE email_confirmed_at IS NULL AND email_claimed <> '';
DROP INDEX models_of_author;
CREATE INDEX models_of_author ON models (author_id, id);
DROP INDEX orders_sold_by_day;
CREATE INDEX orders_sold_by_day ON orders (seller_id, paid_at, model_id, status, currency, price);
