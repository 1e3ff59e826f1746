-- What each device should hold, in the device's own words.
CREATE TABLE desired_items (
    device_id bigint NOT NULL REFERENCES devices (id),
    project_id bigint NOT NULL,
    -- 1 identifier, 2 schedule
    kind smallint NOT NULL CHECK (kind IN (1, 2)),
    link_id uuid NOT NULL,
    entity_id bigint NOT NULL,
    name text NOT NULL,
    -- Of the body; empty when refused.
    hash text NOT NULL,
    body jsonb,
    -- Why the platform does not send it.
    refused text,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (device_id, kind, link_id),
    CHECK ((body IS NULL) = (refused IS NOT NULL))
);
CREATE INDEX desired_items_project ON desired_items (project_id, device_id);
CALL enforce_tenancy('desired_items');

-- What each device has acknowledged.
CREATE TABLE actual_items (
    device_id bigint NOT NULL REFERENCES devices (id),
    project_id bigint NOT NULL,
    kind smallint NOT NULL CHECK (kind IN (1, 2)),
    link_id uuid NOT NULL,
    -- Of the body that it holds; null when it holds none; empty when it holds one that nobody knows.
    hash text,
    -- The device's word for why it refused a body, and the hash of that body.
    error text,
    error_hash text,
    error_at timestamptz,
    PRIMARY KEY (device_id, kind, link_id),
    CHECK ((error IS NULL) = (error_hash IS NULL))
);
CREATE INDEX actual_items_project ON actual_items (project_id, device_id);
CREATE INDEX actual_items_errors ON actual_items (device_id) WHERE error IS NOT NULL;
CALL enforce_tenancy('actual_items');
