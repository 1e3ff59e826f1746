-- Commands on their way to devices.
CREATE TABLE tasks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    kind text NOT NULL CHECK (kind IN ('identifiers_save', 'identifiers_delete', 'schedules_save', 'schedules_delete',
        'clear', 'sip_settings', 'address', 'network', 'management_server')),
    -- 1 new, 2 queued, 3 started, 4 waiting, 5 completed, 6 error, 7 stopped
    status smallint NOT NULL CHECK (status BETWEEN 1 AND 7),
    -- The items it carries: [{link_id, hash}]; empty for settings, which are read when it is sent.
    items jsonb NOT NULL DEFAULT '[]',
    items_count int NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0,
    error text,
    version bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    started_at timestamptz,
    finished_at timestamptz,
    next_attempt_at timestamptz
);
CREATE INDEX tasks_list ON tasks (project_id, id);
CREATE INDEX tasks_device ON tasks (project_id, device_id, id);
CREATE INDEX tasks_kind ON tasks (project_id, kind, id);
CREATE INDEX tasks_status ON tasks (project_id, status, id);
CREATE INDEX tasks_created_at ON tasks (project_id, created_at, id);
CREATE INDEX tasks_updated_at ON tasks (project_id, updated_at, id);
-- What a worker asks: the open and the failed tasks of one device, in order.
CREATE INDEX tasks_open ON tasks (device_id, id) WHERE status IN (1, 2, 3, 4, 6);
CREATE INDEX tasks_finished_at ON tasks (finished_at) WHERE finished_at IS NOT NULL;
CALL enforce_tenancy('tasks');
