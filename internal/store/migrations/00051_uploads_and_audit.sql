-- Uploads whose bytes are all there, and of which no file came yet.
CREATE INDEX uploads_whole ON uploads (id) WHERE file_id IS NULL AND received = size;
