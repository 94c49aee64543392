-- When a file's bytes were last compared with its digest: at first when it came.
ALTER TABLE files ADD COLUMN checked_at BIGINT NOT NULL DEFAULT 0;
UPDATE files SET checked_at = created_at;
CREATE INDEX files_to_check ON files (checked_at);
-- Since when they are known to be missing or to be others; NULL while they are right.
ALTER TABLE files ADD COLUMN damaged_at BIGINT;
CREATE INDEX files_damaged ON files (damaged_at) WHERE damaged_at IS NOT NULL;
