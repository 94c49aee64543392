-- The marketplace's own texts. Each change is a version of its own, and nothing changes one: people agreed to it.
CREATE TABLE papers (
    id         {{id}},
    kind       TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    texts      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (kind, version)
);
-- Who agreed to which version, and when.
CREATE TABLE agreements (
    id        {{id}},
    user_id   BIGINT NOT NULL REFERENCES users (id),
    kind      TEXT   NOT NULL,
    version   BIGINT NOT NULL,
    agreed_at BIGINT NOT NULL,
    UNIQUE (user_id, kind, version)
);
