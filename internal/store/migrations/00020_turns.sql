-- Periodic work that one process does for all: who does it, until when that is believed
-- of a process that says nothing, and when it is due again.
CREATE TABLE turns (
    name        TEXT PRIMARY KEY,
    lease       TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    next_at     BIGINT NOT NULL
);
