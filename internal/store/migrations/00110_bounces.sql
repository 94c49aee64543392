-- Mails that came back. What names a mail to the servers that carry it is kept, so that a notification of theirs finds it; nobody guesses it. The
-- address of a user to which a mail came back for good is one that only mails are sent to that must be tried.
ALTER TABLE mails ADD COLUMN message_id TEXT;
ALTER TABLE mails ADD COLUMN bounced_at BIGINT;
ALTER TABLE users ADD COLUMN email_bounced_at BIGINT;
ALTER TABLE users ADD COLUMN email_bounce TEXT NOT NULL DEFAULT '';
