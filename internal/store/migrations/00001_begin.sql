CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE users (
    id            {{id}},
    username      TEXT NOT NULL UNIQUE,
    email         TEXT NOT NULL,
    email_folded  TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    is_admin      BOOLEAN NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE TABLE applications (
    id                 {{id}},
    client_id          TEXT NOT NULL UNIQUE,
    client_secret_hash TEXT NOT NULL,
    name               TEXT NOT NULL,
    owner_id           BIGINT NOT NULL REFERENCES users (id),
    redirect_uris      TEXT NOT NULL,
    scopes             TEXT NOT NULL,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL
);

CREATE TABLE tokens (
    id             {{id}},
    user_id        BIGINT NOT NULL REFERENCES users (id),
    application_id BIGINT REFERENCES applications (id),
    hash           TEXT NOT NULL UNIQUE,
    scopes         TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    expires_at     BIGINT,
    revoked_at     BIGINT
);
CREATE INDEX tokens_of_user ON tokens (user_id, id);

CREATE TABLE categories (
    id            {{id}},
    parent_id     BIGINT REFERENCES categories (id),
    slug          TEXT NOT NULL UNIQUE,
    title         TEXT NOT NULL,
    name          TEXT NOT NULL,
    description   TEXT NOT NULL,
    product_types TEXT NOT NULL,
    position      BIGINT NOT NULL,
    models_count  BIGINT NOT NULL DEFAULT 0,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE TABLE licenses (
    type           TEXT NOT NULL PRIMARY KEY,
    name           TEXT NOT NULL,
    description    TEXT NOT NULL,
    body           TEXT NOT NULL,
    commercial_use BOOLEAN NOT NULL,
    redistribution BOOLEAN NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL
);

CREATE TABLE models (
    id               {{id}},
    author_id        BIGINT NOT NULL REFERENCES users (id),
    status           TEXT NOT NULL CHECK (status IN ('draft', 'published')),
    slug             TEXT NOT NULL UNIQUE,
    language         TEXT NOT NULL,
    languages        TEXT NOT NULL,
    title            TEXT NOT NULL,
    description      TEXT NOT NULL,
    raw_description  TEXT NOT NULL,
    tags             TEXT NOT NULL,
    category_id      BIGINT REFERENCES categories (id),
    subcategory_id   BIGINT REFERENCES categories (id),
    product_type     TEXT NOT NULL CHECK (product_type IN ('cg', 'printable')),
    license          TEXT NOT NULL,
    custom_license   TEXT NOT NULL,
    price            BIGINT CHECK (price BETWEEN 0 AND 99999999),
    original_price   BIGINT,
    adult_content    BOOLEAN NOT NULL,
    ai_generated     BOOLEAN NOT NULL,
    game_ready       BOOLEAN NOT NULL,
    animated         BOOLEAN NOT NULL,
    rigged           BOOLEAN NOT NULL,
    pbr              BOOLEAN NOT NULL,
    units            TEXT NOT NULL,
    pre_supported    BOOLEAN NOT NULL,
    split_into_parts BOOLEAN NOT NULL,
    parts_details    TEXT NOT NULL,
    info             TEXT NOT NULL,
    admin_rating     DOUBLE PRECISION,
    sales            BIGINT NOT NULL DEFAULT 0,
    record           TEXT,
    version          BIGINT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    published_at     BIGINT,
    deleted_at       BIGINT
);
CREATE INDEX models_without_record ON models (id) WHERE record IS NULL;
CREATE INDEX models_of_author ON models (author_id, id) WHERE deleted_at IS NULL;

-- Texts in languages other than the model's first.
CREATE TABLE model_texts (
    model_id        BIGINT NOT NULL REFERENCES models (id),
    language        TEXT NOT NULL,
    title           TEXT NOT NULL,
    description     TEXT NOT NULL,
    raw_description TEXT NOT NULL,
    tags            TEXT NOT NULL,
    record          TEXT,
    PRIMARY KEY (model_id, language)
);

CREATE TABLE files (
    id           {{id}},
    model_id     BIGINT NOT NULL REFERENCES models (id),
    name         TEXT NOT NULL,
    extension    TEXT NOT NULL,
    file_type_id BIGINT NOT NULL,
    size         BIGINT NOT NULL,
    sha256       TEXT NOT NULL,
    blob_key     TEXT NOT NULL,
    status       TEXT NOT NULL CHECK (status IN ('processing', 'ready', 'rejected')),
    format       TEXT NOT NULL,
    inside       TEXT NOT NULL,
    problems     TEXT NOT NULL,
    facts        TEXT NOT NULL,
    missing      TEXT NOT NULL,
    preview_key  TEXT NOT NULL,
    preview_kind TEXT NOT NULL,
    preview_size BIGINT NOT NULL,
    working_from BIGINT,
    version      BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    deleted_at   BIGINT
);
CREATE UNIQUE INDEX files_by_name ON files (model_id, name) WHERE deleted_at IS NULL;
CREATE INDEX files_by_blob ON files (blob_key);

CREATE TABLE images (
    id         {{id}},
    model_id   BIGINT NOT NULL REFERENCES models (id),
    size       BIGINT NOT NULL,
    width      BIGINT NOT NULL,
    height     BIGINT NOT NULL,
    blob_key   TEXT NOT NULL,
    thumbnails TEXT NOT NULL,
    position   BIGINT NOT NULL,
    generated  BOOLEAN NOT NULL,
    file_id    BIGINT,
    version    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX images_of_model ON images (model_id, position) WHERE deleted_at IS NULL;

-- The catalogue: a narrow row for each published model with all that lists
-- filter and sort by. The indexes carry the filters behind the sort key, so
-- that a page is read from one index alone.
CREATE TABLE listings (
    model_id       BIGINT NOT NULL PRIMARY KEY REFERENCES models (id),
    category_id    BIGINT NOT NULL,
    subcategory_id BIGINT NOT NULL,
    author_id      BIGINT NOT NULL,
    product_type   TEXT NOT NULL,
    price          BIGINT NOT NULL,
    sales          BIGINT NOT NULL,
    published_at   BIGINT NOT NULL,
    adult_content  BOOLEAN NOT NULL,
    discounted     BOOLEAN NOT NULL,
    editorial      BOOLEAN NOT NULL,
    animated       BOOLEAN NOT NULL,
    pbr            BOOLEAN NOT NULL,
    rigged         BOOLEAN NOT NULL,
    collection     BOOLEAN NOT NULL,
    polygons       BIGINT,
    admin_rating   DOUBLE PRECISION
);
CREATE INDEX listings_newest ON listings (published_at, model_id, {{filters}}, price);
CREATE INDEX listings_price ON listings (price, model_id, {{filters}});
CREATE INDEX listings_sales ON listings (sales, model_id, {{filters}}, price);
CREATE INDEX listings_category_newest ON listings (category_id, published_at, model_id, {{filters}}, price);
CREATE INDEX listings_category_price ON listings (category_id, price, model_id, {{filters}});
CREATE INDEX listings_category_sales ON listings (category_id, sales, model_id, {{filters}}, price);
CREATE INDEX listings_subcategory_newest ON listings (subcategory_id, published_at, model_id, {{filters}}, price);
CREATE INDEX listings_subcategory_price ON listings (subcategory_id, price, model_id, {{filters}});
CREATE INDEX listings_subcategory_sales ON listings (subcategory_id, sales, model_id, {{filters}}, price);
CREATE INDEX listings_author_newest ON listings (author_id, published_at, model_id);

-- The file extensions of each published model, those inside archives too.
CREATE TABLE listing_extensions (
    extension TEXT NOT NULL,
    model_id  BIGINT NOT NULL REFERENCES listings (model_id),
    PRIMARY KEY (extension, model_id)
);
CREATE INDEX listing_extensions_of_model ON listing_extensions (model_id);

-- A row for each change of the catalogue, for a while. Every process looks here
-- for what others did, and then lets go of what it remembered.
CREATE TABLE catalogue_changes (
    id         {{id}},
    changed_at BIGINT NOT NULL
);

-- Licence texts as they were when something was ordered, one row a text.
CREATE TABLE pinned_licenses (
    hash TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

CREATE TABLE orders (
    id             {{id}},
    uuid           TEXT NOT NULL,
    user_id        BIGINT NOT NULL REFERENCES users (id),
    buyer_id       BIGINT REFERENCES users (id),
    buyers_email   TEXT NOT NULL,
    status         TEXT NOT NULL CHECK (status IN ('unpaid', 'paid', 'canceled', 'expired', 'refunded', 'disputed')),
    model_id       BIGINT NOT NULL REFERENCES models (id),
    model          TEXT NOT NULL,
    files          TEXT NOT NULL,
    price          BIGINT NOT NULL,
    currency       TEXT NOT NULL,
    license_type   TEXT NOT NULL,
    license_hash   TEXT NOT NULL REFERENCES pinned_licenses (hash),
    return_url     TEXT NOT NULL,
    checkout_key   TEXT NOT NULL UNIQUE,
    download_token TEXT NOT NULL UNIQUE,
    downloads_kept BOOLEAN NOT NULL DEFAULT FALSE,
    live           BOOLEAN NOT NULL,
    payment_id     TEXT NOT NULL DEFAULT '',
    version        BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    paid_at        BIGINT,
    refunded_at    BIGINT,
    UNIQUE (user_id, uuid)
);
CREATE INDEX orders_of_user ON orders (user_id, id, status, expires_at);
CREATE INDEX orders_of_buyer ON orders (buyer_id, model_id, status, id);
CREATE INDEX orders_to_expire ON orders (expires_at) WHERE status = 'unpaid';

-- What the payment providers told, each event once.
CREATE TABLE payment_events (
    provider   TEXT NOT NULL,
    event_id   TEXT NOT NULL,
    kind       TEXT NOT NULL,
    order_id   BIGINT NOT NULL REFERENCES orders (id),
    created_at BIGINT NOT NULL,
    PRIMARY KEY (provider, event_id)
);

CREATE TABLE idempotency_keys (
    owner       TEXT NOT NULL,
    key         TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status      BIGINT NOT NULL,
    headers     TEXT NOT NULL,
    body        TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (owner, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE jobs (
    id          {{id}},
    kind        TEXT NOT NULL,
    args        TEXT NOT NULL,
    unique_key  TEXT UNIQUE,
    run_at      BIGINT NOT NULL,
    lease_until BIGINT NOT NULL DEFAULT 0,
    lease       TEXT NOT NULL DEFAULT '',
    attempts    BIGINT NOT NULL DEFAULT 0,
    losses      BIGINT NOT NULL DEFAULT 0,
    last_error  TEXT NOT NULL DEFAULT '',
    failed_at   BIGINT,
    created_at  BIGINT NOT NULL
);
CREATE INDEX jobs_to_run ON jobs (kind, run_at) WHERE failed_at IS NULL;
