-- What buyers say of models, with the author's answer: one review of each model by one person. The stars are 1 to 5; used is 0 of who did
-- not print or use the model yet.
CREATE TABLE reviews (
    id          {{id}},
    model_id    BIGINT NOT NULL REFERENCES models (id),
    user_id     BIGINT NOT NULL REFERENCES users (id),
    described   BIGINT NOT NULL CHECK (described BETWEEN 1 AND 5),
    used        BIGINT NOT NULL CHECK (used BETWEEN 0 AND 5),
    body        TEXT NOT NULL,
    refunded    BOOLEAN NOT NULL DEFAULT FALSE,
    answer      TEXT NOT NULL DEFAULT '',
    hidden      BOOLEAN NOT NULL DEFAULT FALSE,
    version     BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    answered_at BIGINT,
    UNIQUE (model_id, user_id)
);
CREATE INDEX reviews_shown ON reviews (model_id, id) WHERE NOT hidden;
CREATE INDEX reviews_of_user ON reviews (user_id, id);

-- Pictures of reviews. The stored bytes that are shown of them stand in review_keys.
CREATE TABLE review_pictures (
    id         {{id}},
    review_id  BIGINT NOT NULL REFERENCES reviews (id),
    size       BIGINT NOT NULL,
    width      BIGINT NOT NULL,
    height     BIGINT NOT NULL,
    blob_key   TEXT NOT NULL,
    thumbnails TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX review_pictures_of_review ON review_pictures (review_id, id);
CREATE TABLE review_keys (
    blob_key   TEXT NOT NULL,
    picture_id BIGINT NOT NULL REFERENCES review_pictures (id),
    PRIMARY KEY (blob_key, picture_id)
);
CREATE INDEX review_keys_of_picture ON review_keys (picture_id);

-- What is said of models, added up by the transactions that say it: of the reviews that are not hidden, how many there are, how many have
-- stars for used, and the sums of both stars.
CREATE TABLE opinions (
    model_id  BIGINT PRIMARY KEY REFERENCES models (id),
    reviews   BIGINT NOT NULL,
    described BIGINT NOT NULL,
    users     BIGINT NOT NULL,
    used      BIGINT NOT NULL
);

-- A report or a decision may be about a review, which may be withdrawn by now; the report is then of the subject page.
ALTER TABLE reports ADD COLUMN review_id BIGINT;
CREATE INDEX reports_of_review ON reports (review_id, id) WHERE review_id IS NOT NULL;
ALTER TABLE decisions ADD COLUMN review_id BIGINT;
CREATE INDEX decisions_of_review ON decisions (review_id, id) WHERE review_id IS NOT NULL;
