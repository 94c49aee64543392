-- A draft version of a model is a copy of it, draft_of the model: a row of models with texts, files and images of its own, which no list has and
-- no address leads to. copy_of names the file or image that one of the copy stands for; 0 is one that was added to the draft version.
ALTER TABLE models ADD COLUMN draft_of BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX models_draft_of ON models (draft_of) WHERE draft_of > 0;
ALTER TABLE files ADD COLUMN copy_of BIGINT NOT NULL DEFAULT 0;
ALTER TABLE images ADD COLUMN copy_of BIGINT NOT NULL DEFAULT 0;

-- What belongs to a draft version besides its copy: what the model said when it was last looked at, and the fields that were changed in both since.
CREATE TABLE draft_versions (
    model_id   BIGINT PRIMARY KEY REFERENCES models (id),
    author_id  BIGINT NOT NULL REFERENCES users (id),
    copy_id    BIGINT NOT NULL REFERENCES models (id),
    note       TEXT NOT NULL DEFAULT '',
    base       TEXT NOT NULL,
    seen       BIGINT NOT NULL,
    clashes    TEXT NOT NULL DEFAULT '',
    version    BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX draft_versions_of_author ON draft_versions (author_id, model_id);

-- Published versions behind the first, which has no row.
CREATE TABLE model_versions (
    model_id     BIGINT NOT NULL REFERENCES models (id),
    number       BIGINT NOT NULL,
    note         TEXT NOT NULL,
    published_at BIGINT NOT NULL,
    PRIMARY KEY (model_id, number)
);

-- Uploads that go to a draft version end with it.
CREATE INDEX uploads_of_model ON uploads (model_id);
