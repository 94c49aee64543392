CREATE TABLE listing_search (
    model_id BIGINT NOT NULL PRIMARY KEY,
    document TSVECTOR NOT NULL
);
CREATE INDEX listing_search_document ON listing_search USING GIN (document);
