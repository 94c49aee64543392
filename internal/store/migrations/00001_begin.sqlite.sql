CREATE VIRTUAL TABLE listing_search USING fts5 (
    title, tags, author, description,
    content = '', contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 2'
);
