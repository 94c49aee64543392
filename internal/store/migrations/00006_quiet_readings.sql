-- Finds the models whose files are being read, or wait for it.
CREATE INDEX files_being_read ON files (model_id) WHERE working_from IS NOT NULL OR queued_from IS NOT NULL;
-- A digest of what the search has of the model, and the extensions of its files: what has not changed is not written.
ALTER TABLE listings ADD COLUMN words TEXT NOT NULL DEFAULT '';
