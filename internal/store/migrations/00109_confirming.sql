-- Whether the customer of an order has paid elsewhere, and their bank has not confirmed it yet.
ALTER TABLE orders ADD COLUMN confirming BOOLEAN NOT NULL DEFAULT FALSE;
