-- What a model is found by, in words (package posting). A document whose blocks are out of date is pending: folded is
-- what they have of it then, '' for nothing.
CREATE TABLE search_documents (
    model_id BIGINT NOT NULL PRIMARY KEY,
    document TEXT NOT NULL,
    listed   BOOLEAN NOT NULL,
    pending  BOOLEAN NOT NULL,
    folded   TEXT
);
CREATE INDEX search_documents_pending ON search_documents (model_id) WHERE pending;

-- The merge that last changed the blocks of some models, by the number of the blocks: what a process has read of them
-- before is out of date.
CREATE TABLE search_versions (
    block BIGINT NOT NULL PRIMARY KEY,
    merge BIGINT NOT NULL
);
CREATE INDEX search_versions_by_merge ON search_versions (merge);

DROP TABLE listing_search;
DROP TABLE own_search;
