-- What somebody may do besides users.is_admin, and why they were suspended.
ALTER TABLE users ADD COLUMN roles TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN suspended_for TEXT NOT NULL DEFAULT '';
CREATE INDEX users_by_address ON users (email_folded, id) WHERE email_claimed = '';
CREATE INDEX users_with_roles ON users (id) WHERE is_admin OR roles <> '';
CREATE INDEX users_suspended ON users (id) WHERE suspended_at IS NOT NULL;

-- What people report. The secret of a report is in the address of its receipt; subject_id is the model or user that it is about, 0 for a page.
CREATE TABLE reports (
    id          {{id}},
    secret_hash TEXT NOT NULL UNIQUE,
    subject     TEXT NOT NULL CHECK (subject IN ('model', 'person', 'page')),
    subject_id  BIGINT NOT NULL,
    path        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    explanation TEXT NOT NULL,
    name        TEXT NOT NULL,
    email       TEXT NOT NULL,
    language    TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('open', 'dismissed', 'acted')),
    decision_id BIGINT,
    answer      TEXT NOT NULL DEFAULT '',
    decided_by  BIGINT REFERENCES users (id),
    created_at  BIGINT NOT NULL,
    decided_at  BIGINT
);
CREATE INDEX reports_of_state ON reports (state, id);
CREATE INDEX reports_of_subject ON reports (subject, subject_id, id);

-- What was decided about models, with the reasons that their authors got, what they objected and what became of that.
CREATE TABLE decisions (
    id          {{id}},
    model_id    BIGINT NOT NULL REFERENCES models (id),
    author_id   BIGINT NOT NULL REFERENCES users (id),
    report_id   BIGINT REFERENCES reports (id),
    action      TEXT NOT NULL CHECK (action IN ('hide', 'take_down')),
    ground      TEXT NOT NULL CHECK (ground IN ('law', 'terms')),
    reason      TEXT NOT NULL,
    downloads   BOOLEAN NOT NULL,
    decided_by  BIGINT NOT NULL REFERENCES users (id),
    objection   TEXT NOT NULL DEFAULT '',
    answer      TEXT NOT NULL DEFAULT '',
    closed_by   BIGINT REFERENCES users (id),
    created_at  BIGINT NOT NULL,
    objected_at BIGINT,
    closed_at   BIGINT,
    lifted_at   BIGINT
);
CREATE INDEX decisions_of_model ON decisions (model_id, id);
CREATE INDEX decisions_of_author ON decisions (author_id, id);
CREATE INDEX decisions_objected ON decisions (id) WHERE objected_at IS NOT NULL AND closed_at IS NULL;

-- A model whose files nobody gets any more, buyers neither, stands in withheld by its decision. Bytes that are not taken again stand in
-- blocked_files.
CREATE TABLE withheld (
    model_id    BIGINT PRIMARY KEY REFERENCES models (id),
    decision_id BIGINT NOT NULL REFERENCES decisions (id)
);
CREATE TABLE blocked_files (
    sha256      TEXT NOT NULL,
    decision_id BIGINT NOT NULL REFERENCES decisions (id),
    PRIMARY KEY (sha256, decision_id)
);
CREATE INDEX blocked_by_decision ON blocked_files (decision_id);
CREATE INDEX files_by_sum ON files (sha256, model_id) WHERE sha256 <> '';
CREATE INDEX models_hidden ON models (id) WHERE hidden_from <> '';

-- What the home page shows first, in the operator's order.
CREATE TABLE featured (
    model_id BIGINT PRIMARY KEY REFERENCES models (id),
    position BIGINT NOT NULL
);
