-- INSERT OR REPLACE removes the row that is in its way without asking the triggers of DELETE.
CREATE TRIGGER audit_once BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'the audit log is only ever added to');
END;
