-- What stands on the home page stays there until a time, or until somebody takes it off.
ALTER TABLE featured ADD COLUMN until BIGINT;

-- A model that waits for review is a draft that its author wants published. Why it was sent back stands until it waits again.
ALTER TABLE models ADD COLUMN waiting_since BIGINT;
ALTER TABLE models ADD COLUMN sent_back TEXT NOT NULL DEFAULT '';
CREATE INDEX models_waiting ON models (waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX models_unpublished ON models (id) WHERE status <> 'published';
CREATE INDEX decisions_taken_down ON decisions (model_id) WHERE action = 'take_down' AND lifted_at IS NULL;

-- Bytes that models of different authors have, or had. seen_at is when a file with them came last.
CREATE TABLE shared_files (
    id      {{id}},
    sha256  TEXT NOT NULL UNIQUE,
    seen_at BIGINT NOT NULL
);
CREATE INDEX shared_files_by_time ON shared_files (seen_at, id);
INSERT INTO shared_files (sha256, seen_at)
    SELECT f.sha256, MAX(f.created_at) FROM files f JOIN models m ON m.id = f.model_id
    WHERE f.sha256 <> '' AND f.deleted_at IS NULL AND m.deleted_at IS NULL GROUP BY f.sha256 HAVING MIN(m.author_id) <> MAX(m.author_id);
