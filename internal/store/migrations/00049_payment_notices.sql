-- What providers of payments gave notice of, so that each notice is worked on once, and those that were lost are found.
CREATE TABLE payment_notices (
    provider   TEXT NOT NULL,
    notice_id  TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (provider, notice_id)
);
CREATE INDEX payment_notices_by_time ON payment_notices (provider, created_at);
