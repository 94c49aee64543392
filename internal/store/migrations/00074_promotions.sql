-- Discounts for a time. seller_id is empty for one of the whole shop. through is the last model that the state was carried out for, and
-- carried says that it was for all.
CREATE TABLE promotions (
    id          {{id}},
    seller_id   BIGINT REFERENCES users (id),
    name        TEXT NOT NULL,
    percent     BIGINT NOT NULL CHECK (percent >= 0 AND percent < 100),
    price       BIGINT CHECK (price > 0),
    all_models  BOOLEAN NOT NULL,
    begins_at   BIGINT NOT NULL,
    ends_at     BIGINT NOT NULL,
    zone        TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('planned', 'running', 'ended', 'canceled')),
    through     BIGINT NOT NULL,
    carried     BOOLEAN NOT NULL,
    version     BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    CHECK (ends_at > begins_at)
);
CREATE INDEX promotions_of ON promotions (seller_id, id);
CREATE INDEX promotions_planned ON promotions (begins_at) WHERE state = 'planned';
CREATE INDEX promotions_running ON promotions (ends_at) WHERE state = 'running';
CREATE INDEX promotions_to_carry ON promotions (id) WHERE NOT carried;

-- The models of promotions: those that were named, and those that were lowered, with what they cost before. A model is lowered by one.
CREATE TABLE promotion_models (
    promotion_id   BIGINT NOT NULL REFERENCES promotions (id),
    model_id       BIGINT NOT NULL REFERENCES models (id),
    state          TEXT NOT NULL CHECK (state IN ('named', 'on', 'left', 'over', 'out')),
    price          BIGINT NOT NULL,
    original_price BIGINT,
    lowered        BIGINT NOT NULL,
    PRIMARY KEY (promotion_id, model_id)
);
CREATE UNIQUE INDEX promotion_models_on ON promotion_models (model_id) WHERE state = 'on';

-- Sellers who take part in promotions and coupons of the whole shop.
CREATE TABLE deal_partners (
    user_id    BIGINT PRIMARY KEY REFERENCES users (id),
    created_at BIGINT NOT NULL
);

-- What published models cost since when; empty since one is not offered. Before a release with promotions that was not noted.
CREATE TABLE model_prices (
    model_id BIGINT NOT NULL REFERENCES models (id),
    at       BIGINT NOT NULL,
    price    BIGINT,
    PRIMARY KEY (model_id, at)
);
INSERT INTO model_prices (model_id, at, price)
SELECT id, updated_at, price FROM models WHERE status = 'published' AND deleted_at IS NULL AND draft_of = 0 AND price IS NOT NULL;
