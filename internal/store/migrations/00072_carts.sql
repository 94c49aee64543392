-- What people with accounts mean to buy, with what it cost then. Those of visitors are in their browsers alone.
CREATE TABLE cart_items (
    user_id    BIGINT NOT NULL REFERENCES users (id),
    model_id   BIGINT NOT NULL REFERENCES models (id),
    price      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, model_id)
);
