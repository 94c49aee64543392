-- A model that was sent back after it had been in the catalogue hides its pictures until it is there again, whatever its author does
-- meanwhile. Of those that wait now it is not known what they were.
ALTER TABLE models ADD COLUMN pictures_closed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE models SET pictures_closed = TRUE WHERE sent_back <> '' AND published_at IS NOT NULL AND status <> 'published';
UPDATE models SET pictures_closed = TRUE WHERE waiting_since IS NOT NULL AND published_at IS NOT NULL AND status <> 'published';
