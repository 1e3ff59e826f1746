-- Runs of emergency alerts, from notifications, and what devices do in them.
CREATE TABLE alert_runs (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    -- 1 running, 2 stopped by somebody, 3 over by the clock
    status smallint NOT NULL CHECK (status BETWEEN 1 AND 3),
    -- Empty without a sound.
    audio_url text NOT NULL,
    started_at timestamptz NOT NULL,
    sound_ends_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    -- Until then locks are opened again and again.
    locks_end_at timestamptz NOT NULL,
    is_lockdown boolean NOT NULL,
    -- What a lockdown shuts: devices of these groups and of those below them, and these devices. Whose people still pass.
    group_ids bigint[] NOT NULL,
    device_ids bigint[] NOT NULL,
    pass_group_ids bigint[] NOT NULL
);
CREATE INDEX alert_runs_running ON alert_runs (project_id) WHERE status = 1;
CALL enforce_tenancy('alert_runs');

-- The snapshot that notifications gets of a device in a run.
CREATE TABLE alert_run_devices (
    run_id bigint NOT NULL REFERENCES alert_runs (id) ON DELETE CASCADE,
    device_id bigint NOT NULL,
    project_id bigint NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (run_id, device_id)
);
CALL enforce_tenancy('alert_run_devices');

-- One thing that a device does in a run.
CREATE TABLE alert_actions (
    run_id bigint NOT NULL,
    device_id bigint NOT NULL,
    -- 0 the sound, 1 to 8 a lock, -1 the door of a lockdown
    part smallint NOT NULL CHECK (part BETWEEN -1 AND 8),
    project_id bigint NOT NULL,
    -- Of the sound: 2 pending, 3 sent, 4 playing, 5 done, 6 failed, 7 offline, 8 stopped. Of a lock: 1 pending, 2 open, 3 failed, 4 offline,
    -- 5 ended. Of a door: 2 waiting, 3 shut, 4 restoring, 5 restored.
    state smallint NOT NULL,
    error text NOT NULL DEFAULT '',
    at timestamptz,
    -- The device may play: it was told to, and has not confirmed that it stopped.
    may_play boolean NOT NULL DEFAULT false,
    -- When the lane looks at it next; NULL for never.
    due_at timestamptz,
    -- Not before the device is online.
    awaits_online boolean NOT NULL DEFAULT false,
    -- Counts the commands; a result of an earlier one comes too late.
    attempt bigint NOT NULL DEFAULT 0,
    -- A command is on its way until then.
    busy_until timestamptz,
    -- Of a door: the version of the device's list that counts.
    list_version bigint,
    PRIMARY KEY (run_id, device_id, part),
    FOREIGN KEY (run_id, device_id) REFERENCES alert_run_devices (run_id, device_id) ON DELETE CASCADE
);
CREATE INDEX alert_actions_due ON alert_actions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_actions_doors ON alert_actions (device_id) WHERE part = -1 AND state IN (2, 4);
CALL enforce_tenancy('alert_actions');
