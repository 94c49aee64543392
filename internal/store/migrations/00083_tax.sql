-- What the buyer of an order says of themselves for its invoice, and its tax, which is pinned when its payment begins: JSON, '' for nothing.
ALTER TABLE orders ADD COLUMN billing TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN tax TEXT NOT NULL DEFAULT '';

-- The operator's rates of tax, in hundredths of a percent. Days are written as 2026-01-31; valid_until, the first day on which a rate holds no
-- more, is '' for no end. A rate that is taken back or ends on another day is replaced: what stood before stays.
CREATE TABLE tax_rates (
    id          {{id}},
    country     TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    rate        BIGINT NOT NULL CHECK (rate BETWEEN 0 AND 10000),
    valid_from  TEXT   NOT NULL,
    valid_until TEXT   NOT NULL,
    source      TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    replaced_at BIGINT
);

-- Who sellers are on invoices, where they sell themselves.
CREATE TABLE tax_profiles (
    user_id    BIGINT  NOT NULL PRIMARY KEY REFERENCES users (id),
    name       TEXT    NOT NULL,
    address    TEXT    NOT NULL,
    country    TEXT    NOT NULL,
    vat_id     TEXT    NOT NULL,
    tax_id     TEXT    NOT NULL,
    exempt     BOOLEAN NOT NULL,
    note       TEXT    NOT NULL,
    updated_at BIGINT  NOT NULL
);
