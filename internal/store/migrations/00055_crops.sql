-- What is shown of an image that is cropped, and where the whole of it is, as JSON; '' for all of it.
ALTER TABLE images ADD COLUMN crop TEXT NOT NULL DEFAULT '';
