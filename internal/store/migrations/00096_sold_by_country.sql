-- Where the buyer of an order lives, by the first piece of evidence that was pinned with its tax; '' where nobody asked.
ALTER TABLE orders ADD COLUMN country TEXT NOT NULL DEFAULT '';
DROP INDEX orders_sold_by_day;
CREATE INDEX orders_sold_by_day ON orders (seller_id, paid_at, model_id, status, currency, price, share, country);
