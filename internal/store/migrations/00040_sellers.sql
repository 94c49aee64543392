-- What sellers say on their page as HTML, which description is the plain text of; the picture above it; and until the end of which day they
-- are away.
ALTER TABLE users ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN cover_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN away_until BIGINT;
ALTER TABLE users ADD COLUMN away_note TEXT NOT NULL DEFAULT '';
CREATE INDEX users_of_cover ON users (cover_key) WHERE cover_key <> '';
UPDATE users SET about = '<p>' || replace(replace(replace(replace(description, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '
', '<br>') || '</p>' WHERE description <> '';

-- How often models were looked at and downloaded, by days since 1970 in UTC.
CREATE TABLE model_days (
    model_id  BIGINT NOT NULL REFERENCES models (id),
    day       BIGINT NOT NULL,
    seller_id BIGINT NOT NULL REFERENCES users (id),
    views     BIGINT NOT NULL,
    downloads BIGINT NOT NULL,
    PRIMARY KEY (model_id, day)
);
CREATE INDEX model_days_of_seller ON model_days (seller_id, day);
