-- Shares that are asked in the place of the marketplace's own: of a model, of all of a seller, of a category with what is below it.
-- subject_id is that of about; no constraint leads there, as it may be in one of three tables. set_by is a user, who may be gone.
CREATE TABLE share_rules (
    id         {{id}},
    about      TEXT   NOT NULL CHECK (about IN ('model', 'seller', 'category')),
    subject_id BIGINT NOT NULL,
    share      BIGINT NOT NULL CHECK (share BETWEEN 0 AND 10000),
    set_by     BIGINT NOT NULL,
    set_at     BIGINT NOT NULL,
    UNIQUE (about, subject_id)
);
