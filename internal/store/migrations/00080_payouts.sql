-- Where sellers are paid, sealed; masked is what is shown of it.
CREATE TABLE payout_accounts (
    user_id    BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
    sealed     TEXT   NOT NULL,
    masked     TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

-- What operators give to their bank at once. version rises with each change of a payout in it.
CREATE TABLE payout_batches (
    id         {{id}},
    currency   TEXT   NOT NULL,
    status     TEXT   NOT NULL CHECK (status IN ('open', 'sent', 'canceled')),
    made_by    BIGINT NOT NULL REFERENCES users (id),
    version    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    sent_at    BIGINT
);

-- run names what made a payout, so that a seller gets one of each. sealed is where it goes, as the account was then; it is emptied when the
-- seller is erased.
CREATE TABLE payouts (
    id         {{id}},
    seller_id  BIGINT  NOT NULL REFERENCES users (id),
    batch_id   BIGINT  REFERENCES payout_batches (id),
    run        TEXT    NOT NULL,
    currency   TEXT    NOT NULL,
    live       BOOLEAN NOT NULL,
    amount     BIGINT  NOT NULL CHECK (amount > 0),
    status     TEXT    NOT NULL CHECK (status IN ('pending', 'in_batch', 'sent', 'paid', 'failed', 'canceled')),
    sealed     TEXT    NOT NULL,
    masked     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    version    BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL,
    sent_at    BIGINT,
    ended_at   BIGINT,
    UNIQUE (seller_id, currency, live, run)
);
CREATE INDEX payouts_of_seller ON payouts (seller_id, id);
CREATE INDEX payouts_of_batch ON payouts (batch_id, id) WHERE batch_id IS NOT NULL;
CREATE INDEX payouts_pending ON payouts (id) WHERE status = 'pending';
CREATE INDEX orders_held_of_seller ON orders (seller_id, held_since) WHERE held_since IS NOT NULL;
CREATE INDEX payouts_sent ON payouts (sent_at, id) WHERE status = 'sent';
