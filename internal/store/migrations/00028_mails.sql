-- A mail that nobody could send is parked: it has no job until a server comes that sends mail. What a mail is about, where it must be written once
-- alone, is unique.
ALTER TABLE mails ADD COLUMN parked BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE mails ADD COLUMN about TEXT;
CREATE UNIQUE INDEX mails_about ON mails (about);
CREATE INDEX mails_created ON mails (created_at);

-- Whether an address wants the mails that nobody needs. The secret is in each of them, for as long as they lie in somebody's box, and lets its
-- holder do nothing but stop them.
CREATE TABLE mail_choices (
    email_folded TEXT PRIMARY KEY,
    secret       TEXT NOT NULL UNIQUE,
    refused_at   BIGINT
);
