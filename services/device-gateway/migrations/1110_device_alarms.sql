-- Alarms of devices. One is enabled at most for a cause: a device, a code, a lock.
CREATE TABLE device_alarms (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    code text NOT NULL,
    -- 0 where the device names none.
    lock_number int NOT NULL,
    -- 1 low, 2 medium, 3 high
    severity smallint NOT NULL CHECK (severity BETWEEN 1 AND 3),
    -- 1 enabled, 2 disabled, 3 processed
    state smallint NOT NULL CHECK (state BETWEEN 1 AND 3),
    -- How often it was raised; the first and the last time, by the device's clock; the device's number of the last event.
    count int NOT NULL CHECK (count > 0),
    first_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    last_number bigint NOT NULL,
    -- The event that cleared it.
    cleared_at timestamptz,
    cleared_number bigint,
    -- By the platform's clock.
    created_at timestamptz NOT NULL,
    taken_by bigint,
    taken_by_name text,
    taken_at timestamptz,
    processed_by bigint,
    processed_by_name text,
    processed_at timestamptz,
    comment text,
    CHECK ((cleared_at IS NULL) = (cleared_number IS NULL)),
    CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
    CHECK ((state = 3) = (processed_at IS NOT NULL)),
    CHECK (state <> 2 OR cleared_at IS NOT NULL)
);
CREATE UNIQUE INDEX device_alarms_enabled ON device_alarms (device_id, code, lock_number) WHERE state = 1;
CREATE INDEX device_alarms_cause ON device_alarms (device_id, code, lock_number, id DESC);
CREATE INDEX device_alarms_list ON device_alarms (project_id, id);
CREATE INDEX device_alarms_device ON device_alarms (project_id, device_id, id);
CREATE INDEX device_alarms_state ON device_alarms (project_id, state, id);
CREATE INDEX device_alarms_severity ON device_alarms (project_id, severity, last_at, id);
CREATE INDEX device_alarms_last_at ON device_alarms (project_id, last_at, id);
CREATE INDEX device_alarms_created_at ON device_alarms (project_id, created_at, id);
CALL enforce_tenancy('device_alarms');

CREATE TABLE device_alarm_logs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    alarm_id bigint NOT NULL REFERENCES device_alarms (id) ON DELETE CASCADE,
    -- 1 enabled, 2 disabled, 3 reopened, 4 taken, 5 released, 6 processed
    change smallint NOT NULL CHECK (change BETWEEN 1 AND 6),
    user_id bigint,
    user_name text,
    comment text,
    created_at timestamptz NOT NULL,
    -- By the device's clock.
    device_at timestamptz
);
CREATE INDEX device_alarm_logs_alarm ON device_alarm_logs (project_id, alarm_id, id);
CREATE INDEX device_alarm_logs_cascade ON device_alarm_logs (alarm_id);
CALL enforce_tenancy('device_alarm_logs');

-- When each door or lock was last closed, by the device's number and clock. A row is locked by who raises or clears alarms of
-- the door, so that events which arrive at two processes are applied one after the other, and an alarm that arrives after the
-- event that clears it is cleared all the same.
CREATE TABLE alarm_doors (
    device_id bigint NOT NULL REFERENCES devices (id),
    lock_number int NOT NULL,
    project_id bigint NOT NULL,
    closed_number bigint,
    closed_at timestamptz,
    PRIMARY KEY (device_id, lock_number),
    CHECK ((closed_at IS NULL) = (closed_number IS NULL))
);
CREATE INDEX alarm_doors_project ON alarm_doors (project_id);
CALL enforce_tenancy('alarm_doors');
