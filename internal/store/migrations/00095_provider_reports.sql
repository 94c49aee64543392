-- What a provider's report says has changed what it holds: kind as payment.Movement has it, amounts as they change the balance there, fee as it
-- is kept of it. about is the charge or the transfer that it is of. It is only ever added to.
CREATE TABLE provider_movements (
    provider     TEXT    NOT NULL,
    movement     TEXT    NOT NULL,
    live         BOOLEAN NOT NULL,
    kind         TEXT    NOT NULL,
    object       TEXT    NOT NULL,
    about        TEXT    NOT NULL,
    amount       BIGINT  NOT NULL,
    currency     TEXT    NOT NULL,
    fee          BIGINT  NOT NULL,
    fee_currency TEXT    NOT NULL,
    happened_at  BIGINT  NOT NULL,
    seen_at      BIGINT  NOT NULL,
    PRIMARY KEY (provider, movement)
);
CREATE INDEX provider_movements_of_object ON provider_movements (object, provider);
CREATE INDEX provider_movements_seen ON provider_movements (provider, live, seen_at, movement);

-- The orders that it is of; none for money that is of no order.
CREATE TABLE provider_movement_orders (
    order_id BIGINT NOT NULL REFERENCES orders (id),
    provider TEXT   NOT NULL,
    movement TEXT   NOT NULL,
    PRIMARY KEY (order_id, provider, movement)
);
CREATE INDEX provider_movement_orders_of_movement ON provider_movement_orders (provider, movement);

-- Where a provider's report and the ledger disagree. about names what they disagree of, which stands once until it is resolved: by itself, since
-- both agree now (resolved_by NULL), or by an operator, with a note.
CREATE TABLE differences (
    id          {{id}},
    provider    TEXT    NOT NULL,
    live        BOOLEAN NOT NULL,
    about       TEXT    NOT NULL,
    kind        TEXT    NOT NULL,
    order_id    BIGINT  NOT NULL,
    currency    TEXT    NOT NULL,
    reported    BIGINT  NOT NULL,
    booked      BIGINT  NOT NULL,
    found_at    BIGINT  NOT NULL,
    resolved_at BIGINT,
    resolved_by BIGINT,
    note        TEXT    NOT NULL
);
CREATE UNIQUE INDEX differences_open ON differences (provider, live, about, currency) WHERE resolved_at IS NULL;
CREATE INDEX differences_about ON differences (provider, live, about, currency, id);
CREATE INDEX differences_resolved ON differences (resolved_at, id) WHERE resolved_at IS NOT NULL;
