-- While the index of search is built: what the blocks that are being built have of a model, where the present ones have something else by now.
CREATE TABLE search_late (
    model_id BIGINT NOT NULL PRIMARY KEY,
    document TEXT NOT NULL
);
