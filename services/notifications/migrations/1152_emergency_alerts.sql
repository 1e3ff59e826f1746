-- Devices, from device-gateway's events: what plays a sound, and what has locks.
CREATE TABLE devices (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    locks smallint NOT NULL,
    group_id bigint NOT NULL,
    deleted boolean NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX devices_by_group ON devices (project_id, group_id) WHERE NOT deleted;
CALL enforce_tenancy('devices');

-- Converted sounds. The bytes are in the blob store, under alerts/{project_id}/{key}.
CREATE TABLE alert_files (
    key uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    file_name text NOT NULL,
    -- Bytes.
    size int NOT NULL,
    sha256 bytea NOT NULL,
    milliseconds int NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX alert_files_by_time ON alert_files (created_at);
CALL enforce_tenancy('alert_files');

CREATE TABLE emergency_alerts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    -- 1 monitor, 2 panel, 3 both
    device_type smallint NOT NULL CHECK (device_type BETWEEN 1 AND 3),
    file_key uuid REFERENCES alert_files (key),
    -- Seconds.
    playback_duration int NOT NULL,
    open_locks boolean NOT NULL,
    -- 1 none, 2 unlock, 3 lockdown
    door_mode smallint NOT NULL CHECK (door_mode BETWEEN 1 AND 3),
    -- Seconds.
    door_duration int NOT NULL,
    start_roles bigint[] NOT NULL,
    release_roles bigint[] NOT NULL,
    message text,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX emergency_alerts_name ON emergency_alerts (project_id, name, id);
CREATE INDEX emergency_alerts_created_at ON emergency_alerts (project_id, created_at, id);
CREATE INDEX emergency_alerts_created_by ON emergency_alerts (project_id, created_by);
CREATE INDEX emergency_alerts_file ON emergency_alerts (file_key) WHERE file_key IS NOT NULL;
CALL enforce_tenancy('emergency_alerts');

CREATE TABLE emergency_alert_groups (
    alert_id bigint NOT NULL REFERENCES emergency_alerts (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (alert_id, group_id)
);
CREATE INDEX emergency_alert_groups_by_group ON emergency_alert_groups (group_id, alert_id);
CALL enforce_tenancy('emergency_alert_groups');

-- Groups whose people are still let in during a lockdown.
CREATE TABLE emergency_alert_pass_groups (
    alert_id bigint NOT NULL REFERENCES emergency_alerts (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (alert_id, group_id)
);
CREATE INDEX emergency_alert_pass_groups_by_group ON emergency_alert_pass_groups (group_id, alert_id);
CALL enforce_tenancy('emergency_alert_pass_groups');

CREATE TABLE emergency_alert_devices (
    alert_id bigint NOT NULL REFERENCES emergency_alerts (id) ON DELETE CASCADE,
    device_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (alert_id, device_id)
);
CREATE INDEX emergency_alert_devices_by_device ON emergency_alert_devices (device_id, alert_id);
CALL enforce_tenancy('emergency_alert_devices');

CREATE TABLE alert_runs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    alert_id bigint NOT NULL REFERENCES emergency_alerts (id) ON DELETE CASCADE,
    alert_name text NOT NULL,
    -- 1 running, 2 stopping, 3 stopped, 4 finished
    status smallint NOT NULL CHECK (status BETWEEN 1 AND 4),
    is_drill boolean NOT NULL,
    open_locks boolean NOT NULL,
    door_mode smallint NOT NULL,
    message text,
    started_at timestamptz NOT NULL,
    started_by bigint NOT NULL,
    started_by_name text NOT NULL,
    sound_ends_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    stopped_at timestamptz,
    stopped_by bigint,
    stopped_by_name text,
    -- When the next status begins by itself.
    due_at timestamptz,
    version bigint NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX alert_runs_live ON alert_runs (alert_id, is_drill) WHERE status = 1;
CREATE INDEX alert_runs_by_alert ON alert_runs (alert_id, id DESC);
CREATE INDEX alert_runs_due_at ON alert_runs (due_at) WHERE due_at IS NOT NULL;
CALL enforce_tenancy('alert_runs');

CREATE TABLE alert_run_devices (
    run_id bigint NOT NULL REFERENCES alert_runs (id) ON DELETE CASCADE,
    device_id bigint NOT NULL,
    project_id bigint NOT NULL,
    device_name text NOT NULL,
    group_id bigint NOT NULL,
    -- Whether it should play, how many locks it should open, and whether it is shut in a lockdown.
    plays boolean NOT NULL,
    lock_count int NOT NULL,
    has_door boolean NOT NULL,
    -- As device-gateway says: 1 none, 2 pending, 3 sent, 4 playing, 5 done, 6 failed, 7 offline, 8 stopped
    state smallint NOT NULL,
    error text NOT NULL DEFAULT '',
    at timestamptz,
    -- [{number, state, error, at}]
    locks jsonb NOT NULL DEFAULT '[]',
    -- 1 none, 2 waiting, 3 shut, 4 restoring, 5 restored
    door_state smallint NOT NULL,
    -- It has answered to the end of the run, or need not.
    is_over boolean NOT NULL DEFAULT false,
    version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, device_id)
);
CALL enforce_tenancy('alert_run_devices');
