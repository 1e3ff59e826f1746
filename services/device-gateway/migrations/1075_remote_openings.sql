-- Who opened a lock through the platform: the device reports such an opening without a name.
CREATE TABLE remote_openings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    -- 0 for all locks.
    lock_number int NOT NULL,
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    opened_at timestamptz NOT NULL,
    -- The event by which the device reported it.
    event_id bigint
);
CREATE INDEX remote_openings_device ON remote_openings (device_id, opened_at);
CALL enforce_tenancy('remote_openings');
