-- A collection that a moderator took off is seen by nobody but its owner, whatever is said of who sees it.
ALTER TABLE collections ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;

-- A report or a decision may be about a collection, which may be gone by now. The report is then of the subject page, and the decision is
-- about no model: its column is made anew, as only one of the databases can let a column be empty that never was.
ALTER TABLE reports ADD COLUMN collection_id BIGINT;
CREATE INDEX reports_of_collection ON reports (collection_id, id) WHERE collection_id IS NOT NULL;
ALTER TABLE decisions ADD COLUMN collection_id BIGINT;
CREATE INDEX decisions_of_collection ON decisions (collection_id, id) WHERE collection_id IS NOT NULL;
DROP INDEX decisions_of_model;
DROP INDEX decisions_taken_down;
ALTER TABLE decisions ADD COLUMN about_id BIGINT REFERENCES models (id);
UPDATE decisions SET about_id = model_id;
ALTER TABLE decisions DROP COLUMN model_id;
ALTER TABLE decisions RENAME COLUMN about_id TO model_id;
CREATE INDEX decisions_of_model ON decisions (model_id, id);
CREATE INDEX decisions_taken_down ON decisions (model_id) WHERE action = 'take_down' AND lifted_at IS NULL;
