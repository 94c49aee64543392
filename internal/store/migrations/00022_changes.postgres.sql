-- The transaction that wrote the row. Rows are not seen in the order of their ids: one
-- of a transaction that commits late comes below the highest.
ALTER TABLE catalogue_changes ADD COLUMN transaction_id BIGINT NOT NULL DEFAULT CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT);
CREATE INDEX catalogue_changes_by_transaction ON catalogue_changes (transaction_id);
