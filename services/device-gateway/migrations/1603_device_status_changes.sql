-- When devices came and went. The sweep keeps 30 days, and of each device the last change before them.
CREATE TABLE device_status_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
    -- 1 online, 2 offline
    status smallint NOT NULL CHECK (status IN (1, 2)),
    -- 1 broker, 2 no_answer, 3 call, 4 silence
    reason smallint NOT NULL CHECK (reason BETWEEN 1 AND 4),
    at timestamptz NOT NULL
);
CREATE INDEX device_status_changes_device ON device_status_changes (device_id, at DESC, id DESC);
CREATE INDEX device_status_changes_at ON device_status_changes (at);
CREATE INDEX device_status_changes_project ON device_status_changes (project_id);
CALL enforce_tenancy('device_status_changes');
