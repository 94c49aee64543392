-- Who is erased loses their name in the log, too: by a transaction that says so, which leaves nothing else changed.
DROP TRIGGER audit_kept ON audit;
CREATE TRIGGER audit_kept BEFORE DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_added_to();
CREATE FUNCTION audit_is_unchanged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM settings WHERE name = 'erasing') AND NEW.id = OLD.id AND NEW.at = OLD.at AND NEW.act = OLD.act
        AND NEW.kind = OLD.kind AND NEW.subject_id = OLD.subject_id AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the audit log is only ever added to';
END $$;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_unchanged();
