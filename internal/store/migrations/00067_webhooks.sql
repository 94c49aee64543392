-- Where programs are told of events. events are the types that one asks for, with a space before and after each, or nothing for all. The
-- secrets are sealed.
CREATE TABLE webhook_endpoints (
    id               {{id}},
    user_id          BIGINT NOT NULL REFERENCES users (id),
    application_id   BIGINT REFERENCES applications (id),
    grant_id         BIGINT REFERENCES grants (id),
    whole            BOOLEAN NOT NULL,
    url              TEXT NOT NULL,
    description      TEXT NOT NULL,
    events           TEXT NOT NULL,
    thin             BOOLEAN NOT NULL,
    secret           TEXT NOT NULL,
    old_secret       TEXT NOT NULL,
    old_until        BIGINT,
    version          BIGINT NOT NULL,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    disabled_at      BIGINT,
    disabled_because TEXT NOT NULL
);
CREATE INDEX webhook_endpoints_of_user ON webhook_endpoints (user_id, id);
CREATE INDEX webhook_endpoints_of_application ON webhook_endpoints (application_id, id) WHERE application_id IS NOT NULL;
CREATE INDEX webhook_endpoints_of_grant ON webhook_endpoints (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX webhook_endpoints_whole ON webhook_endpoints (id) WHERE whole;

-- What changes with each delivery, beside what orders look at: who sends to an endpoint now, how often it has failed in a row, until when it
-- is left alone, what it took of what it was sent since a moment, and when it was last polled.
CREATE TABLE webhook_states (
    endpoint_id   BIGINT PRIMARY KEY,
    lease         TEXT NOT NULL,
    lease_until   BIGINT NOT NULL,
    failures      BIGINT NOT NULL,
    paused_until  BIGINT NOT NULL,
    counted_since BIGINT NOT NULL,
    sent          BIGINT NOT NULL,
    failed        BIGINT NOT NULL,
    polled_at     BIGINT NOT NULL
);

-- What happened, where somebody wanted to know it, and how many events an object had.
CREATE TABLE webhook_events (
    id         {{id}},
    key        TEXT NOT NULL UNIQUE,
    type       TEXT NOT NULL,
    object_id  BIGINT NOT NULL,
    sequence   BIGINT NOT NULL,
    seller_id  BIGINT,
    data       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhook_events_created ON webhook_events (created_at);
CREATE INDEX webhook_events_of_seller ON webhook_events (seller_id) WHERE seller_id IS NOT NULL;
CREATE TABLE webhook_counts (
    object    TEXT NOT NULL,
    object_id BIGINT NOT NULL,
    last      BIGINT NOT NULL,
    PRIMARY KEY (object, object_id)
);

-- Each event on its way to each endpoint, with how the last attempt went. Times are in microseconds.
CREATE TABLE webhook_deliveries (
    id          {{id}},
    endpoint_id BIGINT NOT NULL,
    event_id    BIGINT NOT NULL REFERENCES webhook_events (id),
    private     BOOLEAN NOT NULL,
    status      TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts    BIGINT NOT NULL,
    due_at      BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    settled_at  BIGINT,
    tried_at    BIGINT,
    http_status BIGINT NOT NULL,
    took        BIGINT NOT NULL,
    fault       TEXT NOT NULL,
    answer      TEXT NOT NULL
);
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (created_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);
