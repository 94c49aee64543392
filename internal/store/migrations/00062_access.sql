-- When access tokens and applications were last used, to the hour, and the names of applications as they are looked for.
ALTER TABLE tokens ADD COLUMN used_at BIGINT;
ALTER TABLE applications ADD COLUMN used_at BIGINT;
ALTER TABLE applications ADD COLUMN name_folded TEXT NOT NULL DEFAULT '';
UPDATE applications SET name_folded = name;
CREATE INDEX tokens_own ON tokens (id) WHERE application_id IS NULL AND revoked_at IS NULL;
CREATE INDEX applications_there ON applications (id) WHERE removed_at IS NULL;
CREATE INDEX applications_by_name ON applications (name_folded, id) WHERE removed_at IS NULL;
CREATE INDEX grants_newest ON grants (application_id, id) WHERE revoked_at IS NULL;
