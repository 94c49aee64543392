-- The stored bytes of images that are there: no others are shown.
CREATE TABLE image_keys (
    blob_key TEXT NOT NULL,
    image_id BIGINT NOT NULL REFERENCES images (id),
    PRIMARY KEY (blob_key, image_id)
);
CREATE INDEX image_keys_of_image ON image_keys (image_id);
