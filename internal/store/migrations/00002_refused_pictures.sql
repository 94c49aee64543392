-- When the author removed the picture that was drawn; NULL: one is drawn where there is none.
ALTER TABLE models ADD COLUMN picture_refused_at BIGINT;
