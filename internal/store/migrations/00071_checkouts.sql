-- Several orders of one buyer that are paid by one payment, in their places. handle is what the secret of the page is derived from. An order
-- that stands in several belongs to the newest.
CREATE TABLE checkouts (
    id             {{id}},
    uuid           TEXT NOT NULL,
    user_id        BIGINT NOT NULL REFERENCES users (id),
    application_id BIGINT REFERENCES applications (id),
    currency       TEXT NOT NULL,
    live           BOOLEAN NOT NULL,
    return_url     TEXT NOT NULL,
    handle         TEXT NOT NULL UNIQUE,
    payment_id     TEXT NOT NULL,
    version        BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    paid_at        BIGINT,
    canceled_at    BIGINT,
    UNIQUE (user_id, uuid)
);
CREATE INDEX checkouts_of_user ON checkouts (user_id, id);
CREATE TABLE checkout_orders (
    checkout_id BIGINT NOT NULL REFERENCES checkouts (id),
    order_id    BIGINT NOT NULL REFERENCES orders (id),
    place       BIGINT NOT NULL,
    PRIMARY KEY (checkout_id, order_id)
);
CREATE INDEX checkout_orders_of_order ON checkout_orders (order_id, checkout_id);
