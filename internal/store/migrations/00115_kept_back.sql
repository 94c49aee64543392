-- What something keeps back of an author's models, which are few of many: waiting for a review, sent back after it, taken out of the
-- catalogue, or with files of which nothing could be made. A file that is rejected says of whom.
CREATE INDEX models_of_author_waiting ON models (author_id, id) WHERE waiting_since IS NOT NULL AND hidden_from = '';
CREATE INDEX models_of_author_sent_back ON models (author_id, id) WHERE sent_back <> '';
CREATE INDEX models_of_author_taken_out ON models (author_id, id) WHERE hidden_from <> '';
ALTER TABLE files ADD COLUMN rejected_of BIGINT;
UPDATE files SET rejected_of = (SELECT m.author_id FROM models m WHERE m.id = files.model_id) WHERE status = 'rejected' AND deleted_at IS NULL;
CREATE INDEX files_rejected_of ON files (rejected_of, model_id) WHERE rejected_of IS NOT NULL;
