-- Since when a file waits to be read again; NULL while it does not.
ALTER TABLE files ADD COLUMN queued_from BIGINT;
