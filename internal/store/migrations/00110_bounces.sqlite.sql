-- SQLite changes no CHECK of a table that is there.
ALTER TABLE mails RENAME TO mails_before;
DROP INDEX mails_of_status;
DROP INDEX mails_about;
DROP INDEX mails_created;
DROP INDEX mails_of_user;
CREATE TABLE mails (
    id         {{id}},
    kind       TEXT NOT NULL,
    user_id    BIGINT REFERENCES users (id),
    email      TEXT NOT NULL,
    language   TEXT NOT NULL,
    args       TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('waiting', 'sending', 'sent', 'failed', 'unsure', 'bounced')),
    problem    TEXT NOT NULL DEFAULT '',
    attempts   BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    sent_at    BIGINT,
    parked     BOOLEAN NOT NULL DEFAULT FALSE,
    about      TEXT,
    message_id TEXT,
    bounced_at BIGINT
);
INSERT INTO mails (id, kind, user_id, email, language, args, status, problem, attempts, created_at, sent_at, parked, about, message_id, bounced_at)
    SELECT id, kind, user_id, email, language, args, status, problem, attempts, created_at, sent_at, parked, about, message_id, bounced_at
    FROM mails_before;
DROP TABLE mails_before;
CREATE INDEX mails_of_status ON mails (status, id);
CREATE UNIQUE INDEX mails_about ON mails (about);
CREATE INDEX mails_created ON mails (created_at);
CREATE INDEX mails_of_user ON mails (user_id, id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX mails_of_message ON mails (message_id) WHERE message_id IS NOT NULL;
