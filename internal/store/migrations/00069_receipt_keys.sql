-- The keys that receipts are signed with, the newest last. secret is sealed, and empty once another key took its place; public ones stay
-- for ever, so that old receipts can be checked.
CREATE TABLE receipt_keys (
    id         {{id}},
    public     TEXT NOT NULL UNIQUE,
    secret     TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
