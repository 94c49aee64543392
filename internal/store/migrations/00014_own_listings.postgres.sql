CREATE TABLE own_search (
    model_id BIGINT NOT NULL PRIMARY KEY,
    document TSVECTOR NOT NULL
);
CREATE INDEX own_search_document ON own_search USING GIN (document);
