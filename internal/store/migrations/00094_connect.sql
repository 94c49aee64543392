-- Sellers' own accounts with a provider of payments: one for real money, and one of trials. looked_at is when the provider was asked last.
CREATE TABLE connected_accounts (
    user_id    BIGINT  NOT NULL REFERENCES users (id),
    live       BOOLEAN NOT NULL,
    provider   TEXT    NOT NULL,
    account    TEXT    NOT NULL,
    status     TEXT    NOT NULL CHECK (status IN ('begun', 'active', 'restricted')),
    reason     TEXT    NOT NULL,
    fault      TEXT    NOT NULL,
    version    BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL,
    looked_at  BIGINT  NOT NULL,
    PRIMARY KEY (user_id, live),
    UNIQUE (provider, account)
);
CREATE INDEX connected_accounts_looked ON connected_accounts (looked_at, user_id);
CREATE INDEX connected_accounts_stopped ON connected_accounts (updated_at, user_id) WHERE status = 'restricted' OR fault <> '';

-- What stands of an order's money at its seller's own account, and what is being moved there or back. due_at is when it is looked at again.
CREATE TABLE order_transfers (
    order_id   BIGINT  NOT NULL PRIMARY KEY REFERENCES orders (id),
    seller_id  BIGINT  NOT NULL REFERENCES users (id),
    currency   TEXT    NOT NULL,
    live       BOOLEAN NOT NULL,
    wanted     BIGINT  NOT NULL,
    there      BIGINT  NOT NULL CHECK (there >= 0),
    step       BIGINT  NOT NULL,
    planned    BIGINT  NOT NULL,
    fault      TEXT    NOT NULL,
    tries      BIGINT  NOT NULL,
    due_at     BIGINT,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
);
CREATE INDEX order_transfers_due ON order_transfers (due_at, order_id) WHERE due_at IS NOT NULL;
CREATE INDEX order_transfers_of_seller ON order_transfers (seller_id, order_id) WHERE due_at IS NOT NULL;
CREATE INDEX order_transfers_short ON order_transfers (seller_id, order_id) WHERE wanted > there;
CREATE INDEX order_transfers_failed ON order_transfers (order_id) WHERE fault <> '';

-- The transfers that were made of an order's money, with the provider's name of each, and how much of it was moved back.
CREATE TABLE transfers (
    order_id   BIGINT NOT NULL REFERENCES orders (id),
    step       BIGINT NOT NULL,
    reference  TEXT   NOT NULL UNIQUE,
    amount     BIGINT NOT NULL CHECK (amount > 0),
    reversed   BIGINT NOT NULL CHECK (reversed BETWEEN 0 AND amount),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, step)
);
