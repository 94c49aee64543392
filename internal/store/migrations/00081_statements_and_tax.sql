-- Statements begin at a month: they find the first entry of it.
CREATE INDEX ledger_entries_created ON ledger_entries (created_at, id);
-- What a tax office asks about sellers, sealed. keep_until is when that of somebody who was erased is forgotten.
CREATE TABLE seller_facts (
    user_id    BIGINT NOT NULL PRIMARY KEY REFERENCES users (id),
    sealed     TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    keep_until BIGINT
);
CREATE INDEX seller_facts_kept ON seller_facts (keep_until) WHERE keep_until IS NOT NULL;
