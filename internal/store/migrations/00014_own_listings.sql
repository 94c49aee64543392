-- The lists of authors: a narrow row for each model in any state, with all that lists filter and sort by. The price of one that has none is -1.
CREATE TABLE own_listings (
    model_id       BIGINT NOT NULL PRIMARY KEY REFERENCES models (id),
    author_id      BIGINT NOT NULL,
    status         TEXT NOT NULL,
    category_id    BIGINT NOT NULL,
    subcategory_id BIGINT NOT NULL,
    product_type   TEXT NOT NULL,
    price          BIGINT NOT NULL,
    sales          BIGINT NOT NULL,
    adult_content  BOOLEAN NOT NULL,
    discounted     BOOLEAN NOT NULL,
    editorial      BOOLEAN NOT NULL,
    animated       BOOLEAN NOT NULL,
    pbr            BOOLEAN NOT NULL,
    rigged         BOOLEAN NOT NULL,
    collection     BOOLEAN NOT NULL,
    polygons       BIGINT,
    admin_rating   DOUBLE PRECISION,
    words          TEXT NOT NULL DEFAULT ''
);
CREATE INDEX own_listings_of_author ON own_listings (author_id, model_id, status, {{filters}}, price, sales, category_id, subcategory_id);

-- The file extensions of each model, those inside archives too.
CREATE TABLE own_extensions (
    model_id  BIGINT NOT NULL REFERENCES own_listings (model_id),
    extension TEXT NOT NULL,
    PRIMARY KEY (model_id, extension)
);

INSERT INTO own_listings (model_id, author_id, status, category_id, subcategory_id, product_type, price, sales, adult_content,
        discounted, editorial, animated, pbr, rigged, collection, polygons, admin_rating)
    SELECT m.id, m.author_id, m.status, COALESCE(m.category_id, 0), COALESCE(m.subcategory_id, 0), m.product_type, COALESCE(m.price, -1), m.sales, m.adult_content,
        COALESCE(m.original_price > m.price, FALSE), m.license = 'editorial', m.animated, m.pbr, m.rigged, COALESCE(l.collection, FALSE), l.polygons, m.admin_rating
    FROM models m LEFT JOIN listings l ON l.model_id = m.id WHERE m.deleted_at IS NULL;
INSERT INTO own_extensions (model_id, extension)
    SELECT e.model_id, e.extension FROM listing_extensions e JOIN own_listings o ON o.model_id = e.model_id;

-- Words, and what else is known of drafts by their files, come with the records, which are made again.
UPDATE models SET record = NULL;
