-- Numbers of categories that were merged away, and what stands in their place: programs that
-- have kept a number are led there, and no other category gets it.
CREATE TABLE merged_categories (
    id          BIGINT NOT NULL PRIMARY KEY,
    category_id BIGINT NOT NULL REFERENCES categories (id)
);
CREATE INDEX merged_categories_of ON merged_categories (category_id);
