-- Terms alone are asked for, never their places or a rank.
CREATE VIRTUAL TABLE listing_search USING fts5 (
    terms,
    content = '', contentless_delete = 1, detail = none,
    tokenize = 'unicode61 remove_diacritics 0'
);
INSERT INTO listing_search (listing_search, rank) VALUES ('usermerge', 2);
