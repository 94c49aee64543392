DROP TRIGGER ledger_entries_unchanged;
UPDATE ledger_entries SET amount = COALESCE((SELECT SUM(l.amount) FROM ledger_lines l WHERE l.entry_id = ledger_entries.id AND l.amount > 0), 0);
CREATE TRIGGER ledger_entries_unchanged BEFORE UPDATE ON ledger_entries BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
CREATE INDEX ledger_entries_of_kind ON ledger_entries (kind, id);
CREATE INDEX ledger_entries_of_amount ON ledger_entries (amount, id);
CREATE INDEX ledger_entries_by_time ON ledger_entries (created_at, id);

-- What came to the accounts that are no seller's on each day, and what went, is added up: about is the account × 100,000 + the day since 1970.
INSERT INTO tallies (kind, about, n)
SELECT CASE WHEN l.amount > 0 THEN 'money_in' ELSE 'money_out' END, l.account_id * 100000 + e.created_at / 86400000000, SUM(abs(l.amount))
FROM ledger_lines l JOIN ledger_entries e ON e.id = l.entry_id JOIN ledger_accounts a ON a.id = l.account_id
WHERE a.seller_id = 0 GROUP BY 1, 2;
