-- What an entry moves: the sum of its lines above zero. Entries are found by it, by their kind and by their time.
ALTER TABLE ledger_entries ADD COLUMN amount BIGINT NOT NULL DEFAULT 0;
