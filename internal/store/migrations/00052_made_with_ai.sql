-- What was made with AI, for lists that ask for it. It is not in the indexes of orders: lists of it are found by the index of search.
ALTER TABLE listings ADD COLUMN ai_generated BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE own_listings ADD COLUMN ai_generated BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE listings SET ai_generated = TRUE WHERE model_id IN (SELECT id FROM models WHERE ai_generated);
UPDATE own_listings SET ai_generated = TRUE WHERE model_id IN (SELECT id FROM models WHERE ai_generated);
