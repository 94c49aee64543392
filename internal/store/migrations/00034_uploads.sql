-- Files that arrive in parts and go on after a break. lease names who writes now, lease_until when another may. A row with a file_id is a
-- file already: it stays until it expires, for a client that lost the answer.
CREATE TABLE uploads (
    id           TEXT PRIMARY KEY,
    user_id      BIGINT NOT NULL REFERENCES users (id),
    model_id     BIGINT NOT NULL REFERENCES models (id),
    name         TEXT NOT NULL,
    file_type_id BIGINT NOT NULL,
    for_buyers   BOOLEAN NOT NULL,
    sha256       TEXT NOT NULL,
    metadata     TEXT NOT NULL,
    size         BIGINT NOT NULL,
    received     BIGINT NOT NULL DEFAULT 0,
    parts        BIGINT NOT NULL DEFAULT 0,
    file_id      BIGINT,
    lease        TEXT NOT NULL DEFAULT '',
    lease_until  BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL
);
CREATE INDEX uploads_under_way ON uploads (user_id) WHERE file_id IS NULL;
CREATE INDEX uploads_expired ON uploads (expires_at);

-- The bytes of an upload so far: from starts on, each part in an object of its own.
CREATE TABLE upload_parts (
    upload_id TEXT NOT NULL REFERENCES uploads (id),
    starts    BIGINT NOT NULL,
    size      BIGINT NOT NULL,
    blob_key  TEXT NOT NULL,
    PRIMARY KEY (upload_id, starts)
);
