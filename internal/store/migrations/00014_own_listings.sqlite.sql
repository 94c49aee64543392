CREATE VIRTUAL TABLE own_search USING fts5 (
    terms,
    content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 0'
);
INSERT INTO own_search (own_search, rank) VALUES ('usermerge', 2);
