-- Licences of the operator's own, with what they allow; orders name the version that they were made with.
ALTER TABLE licenses ADD COLUMN terms TEXT NOT NULL DEFAULT '';
ALTER TABLE licenses ADD COLUMN retired_at BIGINT;
ALTER TABLE license_versions ADD COLUMN commercial_use BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE license_versions ADD COLUMN redistribution BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE license_versions ADD COLUMN terms TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN license_name TEXT NOT NULL DEFAULT '';
ALTER TABLE orders ADD COLUMN license_version BIGINT NOT NULL DEFAULT 0;
-- What the shipped texts say, where nobody has written others.
UPDATE licenses SET terms = 'remix=yes print_sale=yes credit=no training=no'
    WHERE type = 'general' AND version = 1 AND created_at = updated_at;
UPDATE licenses SET terms = 'remix=yes print_sale=no training=no'
    WHERE type = 'editorial' AND version = 1 AND created_at = updated_at;
UPDATE license_versions SET
    commercial_use = (SELECT l.commercial_use FROM licenses l WHERE l.type = license_versions.license),
    redistribution = (SELECT l.redistribution FROM licenses l WHERE l.type = license_versions.license),
    terms = (SELECT l.terms FROM licenses l WHERE l.type = license_versions.license);
-- Whether anything has a licence is asked before it is removed.
CREATE INDEX models_by_license ON models (license) WHERE license NOT IN ('', 'general', 'editorial', 'custom');
CREATE INDEX orders_by_license ON orders (license_type) WHERE license_type NOT IN ('', 'general', 'editorial', 'custom');
