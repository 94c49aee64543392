-- Whether what pages show of a file has clips that they play.
ALTER TABLE files ADD COLUMN preview_plays BOOLEAN NOT NULL DEFAULT FALSE;
