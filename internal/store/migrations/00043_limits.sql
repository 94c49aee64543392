-- What the text of a licence was, version by version: orders were made by one of them.
ALTER TABLE licenses ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
CREATE TABLE license_versions (
    license    TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    body       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (license, version)
);
INSERT INTO license_versions (license, version, body, created_at) SELECT type, 1, body, updated_at FROM licenses WHERE body <> '';

-- How many bytes of files a user may have; NULL: as many as the marketplace says.
ALTER TABLE users ADD COLUMN max_storage BIGINT;
