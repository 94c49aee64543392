-- Who is to be forgotten, and who was. A row that is done has the number of an account or the digest of an address, and nothing else of them: a copy
-- of before is made to forget them by it.
CREATE TABLE erasures (
    id       {{id}},
    user_id  BIGINT UNIQUE,
    email    TEXT   NOT NULL,
    digest   TEXT   NOT NULL,
    asked_at BIGINT NOT NULL,
    due_at   BIGINT NOT NULL,
    begun_at BIGINT,
    step     TEXT   NOT NULL DEFAULT '',
    done_at  BIGINT
);
CREATE INDEX erasures_due ON erasures (due_at) WHERE done_at IS NULL;

-- An author's wish that nobody trains machines with a model, and what new models of a user begin with.
ALTER TABLE models ADD COLUMN no_ai_training BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE users ADD COLUMN no_ai_training BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX models_reserved ON models (id) WHERE no_ai_training;
