INSERT INTO image_keys (blob_key, image_id)
    WITH shown AS (SELECT i.id, i.blob_key, i.thumbnails FROM images i JOIN models m ON m.id = i.model_id WHERE i.deleted_at IS NULL AND m.deleted_at IS NULL)
    SELECT blob_key, id FROM shown
    UNION SELECT t.value ->> 'BlobKey', s.id FROM shown s, json_array_elements(CAST(s.thumbnails AS JSON)) t;
