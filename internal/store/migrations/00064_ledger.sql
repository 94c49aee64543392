-- What the marketplace keeps of an order, in hundredths of a percent, as it was said when the order was made.
ALTER TABLE orders ADD COLUMN share BIGINT NOT NULL DEFAULT 0;
DROP INDEX orders_sold_by_day;
CREATE INDEX orders_sold_by_day ON orders (seller_id, paid_at, model_id, status, currency, price, share);

-- Money in double entry. provider is '' and seller_id 0 where an account belongs to none. Rows are only ever added to, and those of people who were
-- erased stay: they name nobody.
CREATE TABLE ledger_accounts (
    id        {{id}},
    kind      TEXT    NOT NULL,
    provider  TEXT    NOT NULL,
    seller_id BIGINT  NOT NULL,
    currency  TEXT    NOT NULL CHECK (currency <> ''),
    live      BOOLEAN NOT NULL,
    UNIQUE (kind, provider, seller_id, currency, live)
);
-- cause says what an entry is of, so that it is booked once; order_id is 0 where it is of no order.
CREATE TABLE ledger_entries (
    id         {{id}},
    kind       TEXT   NOT NULL,
    cause      TEXT   NOT NULL UNIQUE CHECK (cause <> ''),
    order_id   BIGINT NOT NULL,
    note       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX ledger_entries_of_order ON ledger_entries (order_id, id) WHERE order_id > 0;
-- The accounts are referred to by no constraint: all sales at once would lock that of the marketplace's share.
CREATE TABLE ledger_lines (
    account_id BIGINT NOT NULL,
    entry_id   BIGINT NOT NULL REFERENCES ledger_entries (id),
    amount     BIGINT NOT NULL CHECK (amount <> 0 AND amount BETWEEN -900000000000 AND 900000000000),
    PRIMARY KEY (account_id, entry_id)
);
CREATE INDEX ledger_lines_of_entry ON ledger_lines (entry_id);
