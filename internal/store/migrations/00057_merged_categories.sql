-- A category that is merged into another one names it until all of its models have moved.
ALTER TABLE categories ADD COLUMN merged_into BIGINT NOT NULL DEFAULT 0;
-- Slugs that categories had, and what stands in their place: old addresses lead there.
CREATE TABLE former_categories (
    slug        TEXT NOT NULL PRIMARY KEY,
    category_id BIGINT NOT NULL REFERENCES categories (id)
);
CREATE INDEX former_categories_of ON former_categories (category_id);
