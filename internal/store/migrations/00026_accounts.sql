-- Whether the address of a user is known to be theirs. One who joined and has not confirmed the address yet has no claim to it: email_folded is
-- then a text that no address folds to, and email_claimed what it would be.
ALTER TABLE users ADD COLUMN email_confirmed_at BIGINT;
ALTER TABLE users ADD COLUMN email_claimed TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT '';
CREATE INDEX users_claiming ON users (email_claimed, id) WHERE email_claimed <> '';

-- Browsers at which somebody is signed in, or is about to be: one that waits has shown a password and owes a second factor.
CREATE TABLE sessions (
    id         {{id}},
    hash       TEXT NOT NULL UNIQUE,
    user_id    BIGINT NOT NULL REFERENCES users (id),
    method     TEXT NOT NULL,
    strong     BOOLEAN NOT NULL,
    waits      BOOLEAN NOT NULL,
    agent      TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    proved_at  BIGINT NOT NULL,
    ended_at   BIGINT
);
CREATE INDEX sessions_of_user ON sessions (user_id, id);
CREATE INDEX sessions_seen ON sessions (seen_at);

-- What is sent by mail to let its reader do one thing, once. The code is for the browser that asked, the secret of the link for any that shows
-- the cookie which it was given.
CREATE TABLE links (
    id         {{id}},
    hash       TEXT NOT NULL UNIQUE,
    purpose    TEXT NOT NULL,
    user_id    BIGINT REFERENCES users (id),
    email      TEXT NOT NULL,
    browser    TEXT NOT NULL,
    code       TEXT NOT NULL,
    tries      BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
);
CREATE INDEX links_of_browser ON links (browser, id) WHERE browser <> '';
CREATE INDEX links_of_user ON links (user_id, purpose);
CREATE INDEX links_expired ON links (expires_at);

-- What somebody has left of a number of attempts, in all processes: until is when all of it is there again.
CREATE TABLE budgets (
    name  TEXT PRIMARY KEY,
    until BIGINT NOT NULL
);
CREATE INDEX budgets_full ON budgets (until);

-- Mails that were or are to be sent. The values, which hold secrets, are removed once it is sent or given up.
CREATE TABLE mails (
    id         {{id}},
    kind       TEXT NOT NULL,
    user_id    BIGINT REFERENCES users (id),
    email      TEXT NOT NULL,
    language   TEXT NOT NULL,
    args       TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('waiting', 'sending', 'sent', 'failed', 'unsure')),
    problem    TEXT NOT NULL DEFAULT '',
    attempts   BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    sent_at    BIGINT
);
CREATE INDEX mails_of_status ON mails (status, id);
