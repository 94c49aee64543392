-- Several models of a seller that are sold together for one price.
CREATE TABLE bundles (
    id         {{id}},
    seller_id  BIGINT NOT NULL REFERENCES users (id),
    name       TEXT NOT NULL,
    price      BIGINT NOT NULL CHECK (price >= 0),
    begins_at  BIGINT NOT NULL,
    ends_at    BIGINT,
    zone       TEXT NOT NULL,
    ended_at   BIGINT,
    version    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX bundles_of ON bundles (seller_id, id);

CREATE TABLE bundle_models (
    bundle_id BIGINT NOT NULL REFERENCES bundles (id),
    model_id  BIGINT NOT NULL REFERENCES models (id),
    PRIMARY KEY (bundle_id, model_id)
);
CREATE INDEX bundles_with ON bundle_models (model_id, bundle_id);

-- What an order has of a bundle: its part of the price before a coupon, and among how many orders that was divided. list_price is what it
-- costs by itself.
ALTER TABLE orders ADD COLUMN bundle_id BIGINT REFERENCES bundles (id);
ALTER TABLE orders ADD COLUMN bundle_price BIGINT;
ALTER TABLE orders ADD COLUMN bundle_orders BIGINT;
