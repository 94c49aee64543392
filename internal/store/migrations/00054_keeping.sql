-- What people like, and whom they follow. The price is what the model cost when somebody liked it, in hundredths.
CREATE TABLE likes (
    id         {{id}},
    user_id    BIGINT NOT NULL REFERENCES users (id),
    model_id   BIGINT NOT NULL REFERENCES models (id),
    price      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, model_id)
);
CREATE INDEX likes_of_user ON likes (user_id, id);
CREATE TABLE follows (
    id         {{id}},
    user_id    BIGINT NOT NULL REFERENCES users (id),
    seller_id  BIGINT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    UNIQUE (user_id, seller_id)
);
CREATE INDEX follows_of_user ON follows (user_id, id);
CREATE INDEX follows_of_seller ON follows (seller_id);

-- How many like a model or follow a seller, by its number, and what is not added up yet: a row for each that came or went, as many may at once.
CREATE TABLE tallies (
    kind  TEXT NOT NULL,
    about BIGINT NOT NULL,
    n     BIGINT NOT NULL,
    PRIMARY KEY (kind, about)
);
CREATE TABLE new_tallies (
    id    {{id}},
    kind  TEXT NOT NULL,
    about BIGINT NOT NULL,
    n     BIGINT NOT NULL
);

-- Models that somebody put together under a name, in an order. Whoever knows the secret sees one that is shown by link. The cover is one of
-- its models, without one the first.
CREATE TABLE collections (
    id         {{id}},
    user_id    BIGINT NOT NULL REFERENCES users (id),
    name       TEXT NOT NULL,
    body       TEXT NOT NULL,
    shown      TEXT NOT NULL CHECK (shown IN ('private', 'link', 'public')),
    secret     TEXT NOT NULL UNIQUE,
    cover_id   BIGINT,
    models     BIGINT NOT NULL DEFAULT 0,
    version    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX collections_of_user ON collections (user_id, id);
CREATE INDEX collections_public ON collections (id) WHERE shown = 'public';
CREATE TABLE collection_models (
    collection_id BIGINT NOT NULL REFERENCES collections (id),
    model_id      BIGINT NOT NULL REFERENCES models (id),
    place         BIGINT NOT NULL,
    added_at      BIGINT NOT NULL,
    PRIMARY KEY (collection_id, model_id)
);
