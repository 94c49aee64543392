-- Since when what is earned by an order is on hold: it is released when that is long enough ago.
ALTER TABLE orders ADD COLUMN held_since BIGINT;
CREATE INDEX orders_held ON orders (held_since, id) WHERE held_since IS NOT NULL;
UPDATE orders SET held_since = paid_at
WHERE status = 'paid' AND EXISTS (SELECT 1 FROM ledger_entries e WHERE e.order_id = orders.id AND e.order_id > 0 AND e.kind = 'sold');

-- What stands on an account of the ledger is a tally: its lines are added up as likes are.
CREATE INDEX new_tallies_of ON new_tallies (kind, about);
INSERT INTO tallies (kind, about, n)
SELECT 'money', account_id, CAST(SUM(amount) AS BIGINT) FROM ledger_lines GROUP BY account_id;
