-- Applications that can keep no secret, those that registered themselves, and their pictures; what an application made is found by it.
ALTER TABLE applications ADD COLUMN is_public BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE applications ADD COLUMN registered BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE applications ADD COLUMN logo_key TEXT NOT NULL DEFAULT '';
CREATE INDEX applications_of_owner ON applications (owner_id, id);
CREATE INDEX applications_of_logo ON applications (logo_key) WHERE logo_key <> '';
CREATE INDEX applications_registered ON applications (created_at) WHERE registered;
CREATE INDEX orders_of_application ON orders (application_id, created_at, id) WHERE application_id IS NOT NULL;

-- What users have allowed applications.
CREATE TABLE grants (
    id             {{id}},
    user_id        BIGINT NOT NULL REFERENCES users (id),
    application_id BIGINT NOT NULL REFERENCES applications (id),
    scopes         TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    used_at        BIGINT,
    revoked_at     BIGINT,
    UNIQUE (user_id, application_id)
);
CREATE INDEX grants_of_application ON grants (application_id);

-- Each time that a user said yes, with the code that came of it: a device gets none.
CREATE TABLE authorizations (
    id              {{id}},
    grant_id        BIGINT NOT NULL REFERENCES grants (id),
    scopes          TEXT NOT NULL,
    redirect_uri    TEXT NOT NULL,
    redirect_named  BOOLEAN NOT NULL,
    challenge       TEXT NOT NULL,
    code_hash       TEXT UNIQUE,
    code_expires_at BIGINT,
    code_used_at    BIGINT,
    created_at      BIGINT NOT NULL,
    used_at         BIGINT NOT NULL,
    revoked_at      BIGINT
);
CREATE INDEX authorizations_of_grant ON authorizations (grant_id, id);
CREATE INDEX authorizations_used ON authorizations (used_at);

-- Refresh tokens. One that was exchanged knows its successor, sealed with its own secret.
CREATE TABLE refresh_tokens (
    id               {{id}},
    hash             TEXT NOT NULL UNIQUE,
    authorization_id BIGINT NOT NULL REFERENCES authorizations (id),
    created_at       BIGINT NOT NULL,
    expires_at       BIGINT NOT NULL,
    replaced_at      BIGINT,
    successor        TEXT NOT NULL DEFAULT '',
    successor_id     BIGINT
);
CREATE INDEX refresh_tokens_of_authorization ON refresh_tokens (authorization_id);
CREATE INDEX refresh_tokens_expired ON refresh_tokens (expires_at);
CREATE INDEX refresh_tokens_sealed ON refresh_tokens (replaced_at) WHERE successor <> '';

-- Programs without a browser that wait for somebody to type their code.
CREATE TABLE device_requests (
    id               {{id}},
    hash             TEXT NOT NULL UNIQUE,
    user_code        TEXT NOT NULL UNIQUE,
    application_id   BIGINT NOT NULL REFERENCES applications (id),
    scopes           TEXT NOT NULL,
    network          TEXT NOT NULL,
    created_at       BIGINT NOT NULL,
    expires_at       BIGINT NOT NULL,
    polled_at        BIGINT,
    pause            BIGINT NOT NULL,
    denied_at        BIGINT,
    authorization_id BIGINT REFERENCES authorizations (id),
    used_at          BIGINT
);
CREATE INDEX device_requests_expired ON device_requests (expires_at);
CREATE INDEX device_requests_of_authorization ON device_requests (authorization_id) WHERE authorization_id IS NOT NULL;
CREATE INDEX device_requests_of_application ON device_requests (application_id);

ALTER TABLE tokens ADD COLUMN grant_id BIGINT REFERENCES grants (id);
ALTER TABLE tokens ADD COLUMN authorization_id BIGINT REFERENCES authorizations (id);
CREATE INDEX tokens_of_grant ON tokens (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX tokens_of_authorization ON tokens (authorization_id) WHERE authorization_id IS NOT NULL;
CREATE INDEX tokens_expired ON tokens (expires_at) WHERE application_id IS NOT NULL;
