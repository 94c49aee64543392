-- What buyers ask for their money, and what became of that. A text is '' where nobody said anything.
CREATE TABLE refund_requests (
    id             {{id}},
    order_id       BIGINT NOT NULL REFERENCES orders (id),
    buyer_id       BIGINT,
    seller_id      BIGINT NOT NULL,
    title          TEXT   NOT NULL,
    amount         BIGINT NOT NULL CHECK (amount > 0),
    granted        BIGINT NOT NULL CHECK (granted >= 0 AND granted <= amount),
    currency       TEXT   NOT NULL,
    reason         TEXT   NOT NULL,
    body           TEXT   NOT NULL,
    state          TEXT   NOT NULL CHECK (state IN ('open', 'refused', 'passed', 'granted', 'declined', 'withdrawn')),
    due_at         BIGINT,
    seller_answer  TEXT   NOT NULL,
    desk_answer    TEXT   NOT NULL,
    answered_by_id BIGINT,
    answered_by    TEXT   NOT NULL,
    version        BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    answered_at    BIGINT,
    ended_at       BIGINT
);
CREATE UNIQUE INDEX refund_requests_of_order ON refund_requests (order_id) WHERE ended_at IS NULL;
CREATE INDEX refund_requests_by_order ON refund_requests (order_id, id);
CREATE INDEX refund_requests_of_buyer ON refund_requests (buyer_id, id) WHERE buyer_id IS NOT NULL;
CREATE INDEX refund_requests_of_seller ON refund_requests (seller_id, state, id);
CREATE INDEX refund_requests_due ON refund_requests (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX refund_requests_answered ON refund_requests (answered_by_id) WHERE answered_by_id IS NOT NULL;
CREATE INDEX refund_requests_by_state ON refund_requests (state, id);
