ALTER TABLE mails DROP CONSTRAINT mails_status_check;
ALTER TABLE mails ADD CONSTRAINT mails_status_check CHECK (status IN ('waiting', 'sending', 'sent', 'failed', 'unsure', 'bounced'));
CREATE UNIQUE INDEX mails_of_message ON mails (message_id) WHERE message_id IS NOT NULL;
