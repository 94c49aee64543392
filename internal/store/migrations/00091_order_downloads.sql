-- What was downloaded by paid orders, for disputes: when, and from which network by a keyed hash, of which no address is found out.
CREATE TABLE order_downloads (
    id         {{id}},
    order_id   BIGINT NOT NULL REFERENCES orders (id),
    file       TEXT   NOT NULL,
    network    TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX order_downloads_of_order ON order_downloads (order_id, id);
