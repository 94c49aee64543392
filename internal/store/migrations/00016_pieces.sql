-- What a file adds to the picture of its set, which is shown to nobody by itself.
ALTER TABLE files ADD COLUMN shape_key TEXT NOT NULL DEFAULT '';
-- What pages show of all pieces of a set together.
ALTER TABLE models ADD COLUMN whole_key TEXT NOT NULL DEFAULT '';
ALTER TABLE models ADD COLUMN whole_kind TEXT NOT NULL DEFAULT '';
ALTER TABLE models ADD COLUMN whole_form TEXT NOT NULL DEFAULT '';
ALTER TABLE models ADD COLUMN whole_size BIGINT NOT NULL DEFAULT 0;
CREATE INDEX models_by_whole ON models (whole_key) WHERE whole_key <> '';
