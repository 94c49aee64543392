-- Each word and attribute that a model has, and how many have it; a spelled one stands in a text as it is, and is no stem alone.
CREATE TABLE search_words (
    id      INTEGER PRIMARY KEY,
    word    TEXT NOT NULL UNIQUE,
    models  BIGINT NOT NULL,
    spelled BOOLEAN NOT NULL
);

-- Which models have a word: a block for some models in a row, by the key of package posting.
CREATE TABLE search_blocks (
    id   INTEGER PRIMARY KEY,
    bits BLOB NOT NULL
);
