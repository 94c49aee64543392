-- Passkeys (WebAuthn): what an authenticator showed when it was added. Nothing of it is secret. user_handle is what authenticators know the
-- user by, the same in all passkeys of one user.
CREATE TABLE passkeys (
    id              {{id}},
    user_id         BIGINT NOT NULL REFERENCES users (id),
    name            TEXT NOT NULL,
    credential_id   TEXT NOT NULL UNIQUE,
    user_handle     TEXT NOT NULL,
    public_key      TEXT NOT NULL,
    sign_count      BIGINT NOT NULL,
    backup_eligible BOOLEAN NOT NULL,
    backed_up       BOOLEAN NOT NULL,
    transports      TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    used_at         BIGINT,
    copied_at       BIGINT
);
CREATE INDEX passkeys_of_user ON passkeys (user_id, id);

-- What a browser was asked to show that has not answered yet: each is answered once, soon, at the browser that was asked.
CREATE TABLE ceremonies (
    id         {{id}},
    hash       TEXT NOT NULL UNIQUE,
    purpose    TEXT NOT NULL,
    user_id    BIGINT REFERENCES users (id),
    browser    TEXT NOT NULL,
    note       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX ceremonies_expired ON ceremonies (expires_at);

-- Apps that show codes (RFC 6238). The secret is sealed by a key that the database does not hold. One without confirmed_at has not shown
-- that it knows the secret. last_step is that of the last code which was used.
CREATE TABLE factors (
    id           {{id}},
    user_id      BIGINT NOT NULL REFERENCES users (id),
    name         TEXT NOT NULL,
    secret       TEXT NOT NULL,
    last_step    BIGINT NOT NULL DEFAULT 0,
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT
);
CREATE INDEX factors_of_user ON factors (user_id, id);

-- Codes for who has lost all else, hashed.
CREATE TABLE recovery_codes (
    id         {{id}},
    user_id    BIGINT NOT NULL REFERENCES users (id),
    hash       TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX recovery_codes_of_user ON recovery_codes (user_id, id);

-- Accounts elsewhere that somebody signs in with.
CREATE TABLE identities (
    id         {{id}},
    user_id    BIGINT NOT NULL REFERENCES users (id),
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    email      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL,
    UNIQUE (issuer, subject)
);
CREATE INDEX identities_of_user ON identities (user_id, id);
