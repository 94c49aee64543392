-- What categories are called in further languages, as a JSON object by their tags; '' for none.
ALTER TABLE categories ADD COLUMN texts TEXT NOT NULL DEFAULT '';
