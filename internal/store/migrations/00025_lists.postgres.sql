-- What was built of some models for all terms, until it is put together with what was built of others.
CREATE TABLE search_runs (
    id   BIGINT NOT NULL PRIMARY KEY,
    part BYTEA NOT NULL
);
ALTER TABLE search_runs ALTER COLUMN part SET STORAGE EXTERNAL;
