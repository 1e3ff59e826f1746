-- What devices reported.
CREATE TABLE events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    -- The device's group when the event arrived.
    domain_id bigint NOT NULL,
    -- The device's own number: a repeated push stores nothing twice.
    device_event_id bigint NOT NULL,
    -- 0 a word of a newer firmware, 1 access, 2 info, 3 system, 4 emergency
    category smallint NOT NULL CHECK (category BETWEEN 0 AND 4),
    code text NOT NULL,
    identifier_type text,
    identifier_number text,
    identifier_id bigint,
    identifier_name text,
    user_id bigint,
    user_name text,
    lock_number int,
    is_revoked boolean NOT NULL DEFAULT false,
    -- What else the device said: `info`, and `category` where it is none of ours.
    info jsonb NOT NULL,
    -- The device's clock, which may be wrong.
    created_at timestamptz NOT NULL,
    received_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX events_once ON events (device_id, device_event_id);
CREATE INDEX events_list ON events (project_id, id DESC);
CREATE INDEX events_access ON events (project_id, id DESC) WHERE category = 1;
CREATE INDEX events_device ON events (project_id, device_id, id DESC);
CREATE INDEX events_created_at ON events (project_id, created_at DESC, id DESC);
CREATE INDEX events_user ON events (project_id, user_id, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX events_identifier ON events (project_id, identifier_id, id DESC) WHERE identifier_id IS NOT NULL;
CALL enforce_tenancy('events');

-- Messages of devices that made no sense, newest kept.
CREATE TABLE rejected_messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    reason text NOT NULL,
    -- Bytes of the whole message; the payload kept is at most 4096 of them.
    size int NOT NULL,
    payload bytea NOT NULL,
    received_at timestamptz NOT NULL
);
CREATE INDEX rejected_messages_project ON rejected_messages (project_id, id);
CALL enforce_tenancy('rejected_messages');

-- Projection: whose number it is that a device reports.
CREATE TABLE identifiers (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    -- In the form in which numbers are compared.
    number text NOT NULL,
    revoked boolean NOT NULL,
    owner_id bigint,
    owner_name text,
    deleted boolean NOT NULL
);
CREATE INDEX identifiers_number ON identifiers (project_id, type, number);
CALL enforce_tenancy('identifiers');
