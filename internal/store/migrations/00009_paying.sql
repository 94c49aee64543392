-- Whether an order may buy what its buyer has already; until when the outcome of a payment that has begun
-- is waited for; why an order was canceled when nobody asked for it.
ALTER TABLE orders ADD COLUMN again BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE orders ADD COLUMN paying_until BIGINT;
ALTER TABLE orders ADD COLUMN canceled_because TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_paying ON orders (paying_until) WHERE paying_until IS NOT NULL;
CREATE INDEX orders_of_model ON orders (model_id, id, status);
