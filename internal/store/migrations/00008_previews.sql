-- What the author chose to show of a model; '': what is usual at its price.
ALTER TABLE models ADD COLUMN preview TEXT NOT NULL DEFAULT '';
-- How much a preview shows. Those of earlier releases may hold the whole shape.
ALTER TABLE files ADD COLUMN preview_form TEXT NOT NULL DEFAULT 'full';
-- By which rules a file's preview was made; previews of others are made again.
ALTER TABLE files ADD COLUMN preview_made BIGINT NOT NULL DEFAULT 0;
CREATE INDEX files_by_preview ON files (preview_key) WHERE preview_key <> '';
CREATE INDEX files_by_preview_made ON files (preview_made, id) WHERE deleted_at IS NULL;
UPDATE models SET record = NULL;
UPDATE model_texts SET record = NULL;
