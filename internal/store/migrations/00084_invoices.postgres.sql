-- Documents stay as they were. A restore that was cut off may start again.
CREATE FUNCTION invoices_are_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'invoices are only ever added';
END $$;
CREATE TRIGGER invoices_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON invoices
    FOR EACH STATEMENT EXECUTE FUNCTION invoices_are_added();
