-- What somebody can still pay, newest first.
CREATE INDEX orders_waiting ON orders (buyer_id, created_at, id) WHERE status = 'unpaid';
-- Databases that took the step before this one early have no such index.
CREATE INDEX IF NOT EXISTS mails_of_user ON mails (user_id, id) WHERE user_id IS NOT NULL;
