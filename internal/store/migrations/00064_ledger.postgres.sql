-- What sellers were told of orders from before is what they are pinned to.
UPDATE orders SET share = (SELECT CAST(CAST(value AS JSON) ->> 'share' AS BIGINT) FROM settings WHERE name = 'house')
WHERE EXISTS (SELECT 1 FROM settings WHERE name = 'house' AND CAST(CAST(value AS JSON) ->> 'share' AS BIGINT) > 0);

-- The ledger is only ever added to. A restore that was cut off may start again.
CREATE FUNCTION ledger_is_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM settings WHERE name = 'restore_unfinished') THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the ledger is only ever added to';
END $$;
CREATE TRIGGER ledger_accounts_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_accounts
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_added_to();
CREATE TRIGGER ledger_entries_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_added_to();
CREATE TRIGGER ledger_lines_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_lines
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_added_to();
