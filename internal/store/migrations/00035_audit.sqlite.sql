-- The log is only ever added to. A restore that was cut off may start again.
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'the audit log is only ever added to');
END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') BEGIN
    SELECT RAISE(ABORT, 'the audit log is only ever added to');
END;
