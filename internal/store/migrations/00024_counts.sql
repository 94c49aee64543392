-- Models that came into a category or left it and that its row does not count yet. A row is only ever added, so that
-- those who publish into one category do not wait for each other, and removed by the one process that adds them up.
CREATE TABLE new_listed (
    id          {{id}},
    category_id BIGINT NOT NULL,
    n           BIGINT NOT NULL
);
