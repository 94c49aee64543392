-- Since when the tokens of a user are good for nothing; what a model was when the operator hid it, empty for one that is not hidden.
ALTER TABLE users ADD COLUMN suspended_at BIGINT;
ALTER TABLE models ADD COLUMN hidden_from TEXT NOT NULL DEFAULT '';
