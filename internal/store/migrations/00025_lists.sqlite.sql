-- What was built of some models for all terms, until it is put together with what was built of others.
CREATE TABLE search_runs (
    id   INTEGER PRIMARY KEY,
    part BLOB NOT NULL
);
