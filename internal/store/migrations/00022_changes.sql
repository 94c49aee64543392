-- What a transaction changed, so that others let go of what that touches and of no
-- more; '' says nothing, and touches all.
ALTER TABLE catalogue_changes ADD COLUMN changes TEXT NOT NULL DEFAULT '';
