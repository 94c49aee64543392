-- What operators write in place of the words of mails, version by version. The newest of a kind and language stands; one without a text says
-- that those of the program do.
CREATE TABLE mail_words (
    kind       TEXT   NOT NULL,
    language   TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    subject    TEXT   NOT NULL,
    body       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (kind, language, version)
);
