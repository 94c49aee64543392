-- How much of an order went back, or was lost by disputes.
ALTER TABLE orders ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0;
UPDATE orders SET refunded = price WHERE status = 'refunded';

-- Money that goes back. object is the provider's name of the refund, '' as long as it has none.
CREATE TABLE refunds (
    id             {{id}},
    order_id       BIGINT  NOT NULL REFERENCES orders (id),
    request_id     BIGINT,
    needless       BOOLEAN NOT NULL,
    provider       TEXT    NOT NULL,
    payment        TEXT    NOT NULL,
    object         TEXT    NOT NULL,
    amount         BIGINT  NOT NULL CHECK (amount > 0),
    currency       TEXT    NOT NULL,
    state          TEXT    NOT NULL CHECK (state IN ('asked', 'pending', 'done', 'failed', 'owed')),
    reason         TEXT    NOT NULL,
    note           TEXT    NOT NULL,
    failure        TEXT    NOT NULL,
    keep_downloads BOOLEAN NOT NULL,
    by_id          BIGINT,
    by_name        TEXT    NOT NULL,
    version        BIGINT  NOT NULL,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL,
    settled_at     BIGINT
);
CREATE INDEX refunds_of_order ON refunds (order_id, id);
CREATE INDEX refunds_by_state ON refunds (state, id) WHERE state IN ('asked', 'pending', 'owed');
CREATE INDEX refunds_of_person ON refunds (by_id) WHERE by_id IS NOT NULL;
CREATE UNIQUE INDEX refunds_of_object ON refunds (provider, object, order_id) WHERE object <> '';

-- Money that buyers' banks ask back. Those of one payment of several orders have the same object.
CREATE TABLE disputes (
    id         {{id}},
    order_id   BIGINT  NOT NULL REFERENCES orders (id),
    provider   TEXT    NOT NULL,
    object     TEXT    NOT NULL,
    payment    TEXT    NOT NULL,
    amount     BIGINT  NOT NULL,
    currency   TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    status     TEXT    NOT NULL,
    due_at     BIGINT,
    evidence   TEXT    NOT NULL,
    sent_at    BIGINT,
    sent_by    TEXT    NOT NULL,
    tell_due   BOOLEAN NOT NULL,
    version    BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL,
    closed_at  BIGINT,
    UNIQUE (provider, object, order_id)
);
CREATE INDEX disputes_of_order ON disputes (order_id, id);
CREATE INDEX disputes_open ON disputes (due_at, id) WHERE closed_at IS NULL;
CREATE INDEX disputes_to_tell ON disputes (due_at) WHERE tell_due;
