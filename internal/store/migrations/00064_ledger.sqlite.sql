-- What sellers were told of orders from before is what they are pinned to.
UPDATE orders SET share = (SELECT json_extract(value, '$.share') FROM settings WHERE name = 'house')
WHERE EXISTS (SELECT 1 FROM settings WHERE name = 'house' AND json_extract(value, '$.share') > 0);

-- The ledger is only ever added to. A restore that was cut off may start again.
CREATE TRIGGER ledger_accounts_unchanged BEFORE UPDATE ON ledger_accounts BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
CREATE TRIGGER ledger_accounts_kept BEFORE DELETE ON ledger_accounts
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
CREATE TRIGGER ledger_entries_unchanged BEFORE UPDATE ON ledger_entries BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
CREATE TRIGGER ledger_entries_kept BEFORE DELETE ON ledger_entries
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
CREATE TRIGGER ledger_lines_unchanged BEFORE UPDATE ON ledger_lines BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
CREATE TRIGGER ledger_lines_kept BEFORE DELETE ON ledger_lines
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
-- INSERT OR REPLACE removes the row that is in its way without asking the triggers of DELETE. What was booked is not booked again.
CREATE TRIGGER ledger_lines_once BEFORE INSERT ON ledger_lines
WHEN EXISTS (SELECT 1 FROM ledger_lines WHERE account_id = NEW.account_id AND entry_id = NEW.entry_id) BEGIN
    SELECT RAISE(ABORT, 'the ledger is only ever added to');
END;
CREATE TRIGGER ledger_entries_once BEFORE INSERT ON ledger_entries
WHEN EXISTS (SELECT 1 FROM ledger_entries WHERE id = NEW.id OR cause = NEW.cause) BEGIN
    SELECT RAISE(IGNORE);
END;
CREATE TRIGGER ledger_accounts_once BEFORE INSERT ON ledger_accounts
WHEN EXISTS (SELECT 1 FROM ledger_accounts WHERE id = NEW.id
    OR kind = NEW.kind AND provider = NEW.provider AND seller_id = NEW.seller_id AND currency = NEW.currency AND live = NEW.live) BEGIN
    SELECT RAISE(IGNORE);
END;
