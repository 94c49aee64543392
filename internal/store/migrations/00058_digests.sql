-- Who asked for mails about new models of those whom they follow, and about prices of what they like: at most one a day, from due_at on, with
-- what was published since. likes.price is the price that was told last. The secret is that of the page where such mails are stopped.
CREATE TABLE digests (
    user_id    BIGINT PRIMARY KEY REFERENCES users (id),
    models     BOOLEAN NOT NULL,
    prices     BOOLEAN NOT NULL,
    secret     TEXT NOT NULL UNIQUE,
    since      BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    stopped_at BIGINT
);
CREATE INDEX digests_due ON digests (due_at, user_id) WHERE stopped_at IS NULL AND (models OR prices);
