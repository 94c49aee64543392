-- The files of deleted models are deleted: they were looked at for ever.
UPDATE files SET deleted_at = (SELECT m.deleted_at FROM models m WHERE m.id = files.model_id)
    WHERE deleted_at IS NULL AND model_id IN (SELECT id FROM models WHERE deleted_at IS NOT NULL);
-- Only ready files have their previews made again.
DROP INDEX files_by_preview_made;
CREATE INDEX files_shown_before ON files (preview_made, id) WHERE deleted_at IS NULL AND status = 'ready';
-- By which rules a file's last reading was to make its shape; 0: it was not to.
ALTER TABLE files ADD COLUMN shape_tried BIGINT NOT NULL DEFAULT 0;
