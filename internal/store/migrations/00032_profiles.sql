-- What users say of themselves to everybody. Their links are a JSON array.
ALTER TABLE users ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN description TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN links TEXT NOT NULL DEFAULT '[]';
ALTER TABLE users ADD COLUMN avatar_key TEXT NOT NULL DEFAULT '';
CREATE INDEX mails_of_user ON mails (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX users_of_avatar ON users (avatar_key) WHERE avatar_key <> '';
