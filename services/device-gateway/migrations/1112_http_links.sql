-- The platform's calls to devices that speak HTTP. `contact_error`: why the last one failed; `contact_at`: not before then is the
-- device called again.
ALTER TABLE device_sync
    ADD COLUMN contact_error text,
    ADD COLUMN contact_failures int NOT NULL DEFAULT 0,
    ADD COLUMN contact_at timestamptz;

-- Changes of protocol between http and mqtt that devices have not confirmed, and those that failed: `error` says why.
CREATE TABLE protocol_changes (
    device_id bigint PRIMARY KEY REFERENCES devices (id),
    project_id bigint NOT NULL,
    -- The new one: 1 http, 2 mqtt
    protocol smallint NOT NULL CHECK (protocol IN (1, 2)),
    expires_at timestamptz NOT NULL,
    error text
);
CREATE INDEX protocol_changes_project ON protocol_changes (project_id);
CREATE INDEX protocol_changes_expires_at ON protocol_changes (expires_at) WHERE error IS NULL;
CALL enforce_tenancy('protocol_changes');

-- Where apartments are, from domains: their own addresses and those of the units above them.
CREATE TABLE group_addresses (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    -- unit or apartment
    kind text NOT NULL,
    address text NOT NULL
);
CREATE INDEX group_addresses_project ON group_addresses (project_id);
CALL enforce_tenancy('group_addresses');

-- What panels have been sent to call for each apartment. NULL: uncertain.
CREATE TABLE sent_forwards (
    device_id bigint NOT NULL REFERENCES devices (id),
    project_id bigint NOT NULL,
    apartment text NOT NULL,
    numbers text[],
    PRIMARY KEY (device_id, apartment)
);
CREATE INDEX sent_forwards_project ON sent_forwards (project_id);
CALL enforce_tenancy('sent_forwards');

ALTER TABLE tasks DROP CONSTRAINT tasks_kind_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_kind_check CHECK (kind IN ('identifiers_save', 'identifiers_delete', 'schedules_save',
    'schedules_delete', 'clear', 'sip_settings', 'sip_calls', 'address', 'additional', 'face_recognition', 'relays', 'floor_map',
    'alpr_camera', 'forwards', 'management_server', 'network')) NOT VALID;
