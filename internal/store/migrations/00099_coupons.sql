-- Codes that lower what is paid. seller_id is empty for one of the whole shop. Of a code that is not ended each owner has one.
CREATE TABLE coupons (
    id         {{id}},
    seller_id  BIGINT REFERENCES users (id),
    code       TEXT NOT NULL,
    name       TEXT NOT NULL,
    percent    BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
    amount     BIGINT CHECK (amount > 0),
    all_models BOOLEAN NOT NULL,
    uses       BIGINT NOT NULL,
    uses_each  BIGINT NOT NULL,
    begins_at  BIGINT NOT NULL,
    ends_at    BIGINT,
    zone       TEXT NOT NULL,
    ended_at   BIGINT,
    version    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX coupons_of ON coupons (seller_id, id);
CREATE UNIQUE INDEX coupons_by_code ON coupons (code, (COALESCE(seller_id, 0))) WHERE ended_at IS NULL;

CREATE TABLE coupon_models (
    coupon_id BIGINT NOT NULL REFERENCES coupons (id),
    model_id  BIGINT NOT NULL REFERENCES models (id),
    PRIMARY KEY (coupon_id, model_id)
);

-- What a coupon took off an order: the price is the lowered one, list_price that of before. Orders that are paid together have one purchase.
ALTER TABLE orders ADD COLUMN coupon_id BIGINT REFERENCES coupons (id);
ALTER TABLE orders ADD COLUMN coupon_code TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN list_price BIGINT;
ALTER TABLE orders ADD COLUMN purchase TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_of_coupon ON orders (coupon_id) WHERE coupon_id IS NOT NULL;
