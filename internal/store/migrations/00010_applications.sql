-- Where an application may send customers back to, as JSON; when it was removed; which application made an order.
ALTER TABLE applications ADD COLUMN return_urls TEXT NOT NULL DEFAULT '[]';
ALTER TABLE applications ADD COLUMN removed_at BIGINT;
ALTER TABLE orders ADD COLUMN application_id BIGINT REFERENCES applications (id);
