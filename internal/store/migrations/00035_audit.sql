-- What operators did, and what anybody did with tokens and money. Rows refer to nothing: they outlast what they tell of.
CREATE TABLE audit (
    id          {{id}},
    at          BIGINT NOT NULL,
    user_id     BIGINT,
    name        TEXT   NOT NULL,
    application TEXT   NOT NULL,
    network     TEXT   NOT NULL,
    act         TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    subject_id  TEXT   NOT NULL,
    before      TEXT   NOT NULL,
    after       TEXT   NOT NULL,
    note        TEXT   NOT NULL
);
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_by_name ON audit (name, at, id);
CREATE INDEX audit_by_act ON audit (act, at, id);
CREATE INDEX audit_by_kind ON audit (kind, at, id);
CREATE INDEX audit_by_subject ON audit (kind, subject_id, at, id);
