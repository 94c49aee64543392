-- +goose Up
-- Which visitor made an unpaid order: a keyed hash of a network, '' where nobody counts.
ALTER TABLE orders ADD COLUMN visitor TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_of_visitor ON orders (visitor) WHERE visitor <> '';
CREATE INDEX payment_events_of_order ON payment_events (order_id);
CREATE INDEX orders_ended ON orders (updated_at) WHERE status IN ('expired', 'canceled');
