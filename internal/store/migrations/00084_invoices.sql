-- Series of numbers of documents: last is the number that was given last. It moves in the statement before the document's own, in its transaction.
CREATE TABLE invoice_series (
    name TEXT   NOT NULL PRIMARY KEY,
    last BIGINT NOT NULL CHECK (last > 0)
);
-- Invoices and credit notes. body is the whole document as it was written, JSON; the columns beside it are what lists and reports ask for.
-- cause is the entry of the ledger that a document is of; of_id is the invoice that a credit note takes back, 0 for none. seller_id is 0 where
-- the marketplace sells, buyer_id where nobody with an account bought. Rows are only ever added, and those of people who were erased stay: they are books.
CREATE TABLE invoices (
    id        {{id}},
    series    TEXT    NOT NULL,
    sequence  BIGINT  NOT NULL,
    number    TEXT    NOT NULL UNIQUE,
    kind      TEXT    NOT NULL,
    cause     TEXT    NOT NULL UNIQUE,
    order_id  BIGINT  NOT NULL,
    seller_id BIGINT  NOT NULL,
    buyer_id  BIGINT  NOT NULL,
    of_id     BIGINT  NOT NULL,
    country   TEXT    NOT NULL,
    rate      BIGINT  NOT NULL,
    treatment TEXT    NOT NULL,
    currency  TEXT    NOT NULL,
    net       BIGINT  NOT NULL,
    tax       BIGINT  NOT NULL,
    gross     BIGINT  NOT NULL CHECK (gross > 0 AND net + tax = gross),
    live      BOOLEAN NOT NULL,
    issued_at BIGINT  NOT NULL,
    body      TEXT    NOT NULL,
    UNIQUE (series, sequence)
);
CREATE INDEX invoices_of_order ON invoices (order_id, id);
CREATE INDEX invoices_of_seller ON invoices (seller_id, id);
CREATE INDEX invoices_of_buyer ON invoices (buyer_id, id);
CREATE INDEX invoices_by_time ON invoices (issued_at, id);
