-- The unpaid orders of visitors are removed by whose they are and when they ended.
DROP INDEX orders_ended;
CREATE INDEX orders_ended ON orders (user_id, updated_at) WHERE status IN ('expired', 'canceled');
