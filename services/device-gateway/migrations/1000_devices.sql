-- Devices, their secrets and what the platform knows of their state.
CREATE TABLE devices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    deleted boolean NOT NULL DEFAULT false,
    name text NOT NULL,
    description text,
    -- 1 panel, 2 monitor, 3 accesscontroller, 4 liftcontroller, 5 ip_camera, 6 barrier
    type smallint NOT NULL CHECK (type BETWEEN 1 AND 6),
    model text NOT NULL,
    ip_address text,
    port int NOT NULL DEFAULT 80 CHECK (port BETWEEN 1 AND 65535),
    login text,
    password bytea,
    device_login text,
    device_password bytea,
    serial_number text NOT NULL,
    domain_id bigint NOT NULL,
    -- Without secrets; the shape is domain::settings::DeviceSettings.
    settings jsonb NOT NULL,
    mqtt_password bytea,
    sip_password bytea,
    get_logs boolean NOT NULL DEFAULT false,
    -- 1 http, 2 mqtt, 3 none
    protocol smallint NOT NULL CHECK (protocol BETWEEN 1 AND 3),
    heartbeat boolean NOT NULL DEFAULT false,
    realtime_logging boolean NOT NULL DEFAULT false,
    location_latitude double precision CHECK (location_latitude BETWEEN -90 AND 90),
    location_longitude double precision CHECK (location_longitude BETWEEN -180 AND 180),
    -- 0 never seen, 1 online, 2 offline
    status smallint NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 2),
    status_changed_at timestamptz,
    firmware text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    created_by bigint,
    created_by_name text
);
-- Unique in the installation, over all projects: it is a user name at the broker and a part of topics.
CREATE UNIQUE INDEX devices_serial_number ON devices (serial_number) WHERE NOT deleted;
CREATE INDEX devices_name ON devices (project_id, name, id) WHERE NOT deleted;
CREATE INDEX devices_domain ON devices (project_id, domain_id, id);
CREATE INDEX devices_type ON devices (project_id, type, id) WHERE NOT deleted;
CREATE INDEX devices_model ON devices (project_id, model, id) WHERE NOT deleted;
CREATE INDEX devices_serial ON devices (project_id, serial_number, id) WHERE NOT deleted;
CREATE INDEX devices_protocol ON devices (project_id, protocol, id) WHERE NOT deleted;
CREATE INDEX devices_status ON devices (project_id, status, id) WHERE NOT deleted;
CREATE INDEX devices_created_at ON devices (project_id, created_at, id) WHERE NOT deleted;
CALL enforce_tenancy('devices');

-- How far a device is with its list, and who works on it. Beside `devices`, so that the work and a person's
-- changes do not wait for each other.
CREATE TABLE device_sync (
    device_id bigint PRIMARY KEY REFERENCES devices (id),
    project_id bigint NOT NULL,
    -- Of the list that is stored here; of the list that the device has acknowledged as a whole.
    desired_version bigint NOT NULL DEFAULT 0,
    actual_version bigint NOT NULL DEFAULT 0,
    -- What is to be done: fetch the list, ask the device what it holds, compare. The first two take their time, so
    -- they count how often they were asked for and how many of these are done: what is asked meanwhile is not lost.
    fetch_asked bigint NOT NULL DEFAULT 0,
    fetch_done bigint NOT NULL DEFAULT 0,
    read_asked bigint NOT NULL DEFAULT 0,
    read_done bigint NOT NULL DEFAULT 0,
    plan_due boolean NOT NULL DEFAULT false,
    fetched_at timestamptz,
    failures int NOT NULL DEFAULT 0,
    -- When somebody should look at the device; null when there is nothing to do.
    work_at timestamptz,
    -- Grows with every reason to look, so that one that comes while a worker ends is not forgotten.
    work_seq bigint NOT NULL DEFAULT 0,
    -- The process that works on the device: one at a time, as long as it is alive.
    lease_owner uuid
);
CREATE INDEX device_sync_work ON device_sync (work_at) WHERE work_at IS NOT NULL;
CREATE INDEX device_sync_fetched ON device_sync (fetched_at);
CALL enforce_tenancy('device_sync');

-- The processes that work on devices. What one held is free when it has not said for some seconds that it lives.
CREATE TABLE workers (
    id uuid PRIMARY KEY,
    alive_until timestamptz NOT NULL
);
ALTER TABLE workers ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON workers TO vestibule_system USING (true) WITH CHECK (true);

-- Projection: the zone of a project, which is the zone of its devices' clocks.
CREATE TABLE projects (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    time_zone text NOT NULL
);
CALL enforce_tenancy('projects');
