-- Sales that the orders by sales do not have yet. A row is only ever added, so that those who sell one model do not
-- wait for each other, and removed by the one process that counts them.
CREATE TABLE new_sales (
    id       {{id}},
    model_id BIGINT NOT NULL,
    n        BIGINT NOT NULL
);
