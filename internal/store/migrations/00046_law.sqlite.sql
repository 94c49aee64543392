-- Who is erased loses their name in the log, too: by a transaction that says so, which leaves nothing else changed.
DROP TRIGGER audit_unchanged;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE name = 'erasing') OR NEW.id <> OLD.id OR NEW.at <> OLD.at OR NEW.act <> OLD.act
    OR NEW.kind <> OLD.kind OR NEW.subject_id <> OLD.subject_id OR NEW.user_id IS NOT OLD.user_id BEGIN
    SELECT RAISE(ABORT, 'the audit log is only ever added to');
END;
