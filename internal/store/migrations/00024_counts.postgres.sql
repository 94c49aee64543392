ALTER TABLE new_listed SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
