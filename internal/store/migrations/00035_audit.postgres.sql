-- The log is only ever added to. A restore that was cut off may start again.
CREATE FUNCTION audit_is_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the audit log is only ever added to';
END $$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_added_to();
