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

-- Orders are found by their states, of which some are rare, by their amount, and files by their rejection. The first is for all orders alone, which say
-- that they have an id: SQLite would take it for orders of one user too.
CREATE INDEX orders_by_status ON orders (status, created_at, id) WHERE id > 0;
CREATE INDEX orders_by_price ON orders (price, created_at, id) WHERE price > 0;
CREATE INDEX files_rejected ON files (updated_at, id) WHERE status = 'rejected' AND deleted_at IS NULL;
