-- Documents stay as they were. A restore that was cut off may start again.
CREATE TRIGGER invoices_unchanged BEFORE UPDATE ON invoices BEGIN
    SELECT RAISE(ABORT, 'invoices are only ever added');
END;
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') BEGIN
    SELECT RAISE(ABORT, 'invoices are only ever added');
END;
CREATE TRIGGER invoices_once BEFORE INSERT ON invoices
WHEN EXISTS (SELECT 1 FROM invoices WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'invoices are only ever added');
END;
