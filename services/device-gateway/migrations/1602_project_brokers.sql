-- Brokers of projects, to which their devices connect in place of the installation's.
CREATE TABLE project_brokers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    url text NOT NULL,
    login text NOT NULL,
    -- Sealed.
    password bytea NOT NULL,
    manages_users boolean NOT NULL,
    -- PEM: the client certificate of the platform and of the devices.
    certificate text NOT NULL,
    -- Sealed PEM.
    private_key bytea NOT NULL,
    -- PEM of the authority of the broker's certificate.
    authority text,
    created_at timestamptz NOT NULL
);
CREATE INDEX project_brokers_project ON project_brokers (project_id);
CALL enforce_tenancy('project_brokers');

-- The last move of a project's devices to another broker: one is under way at most.
CREATE TABLE broker_rollouts (
    project_id bigint PRIMARY KEY,
    -- NULL: the installation's.
    broker_id bigint REFERENCES project_brokers (id),
    -- 1 running, 2 completed, 3 stopped
    state smallint NOT NULL CHECK (state BETWEEN 1 AND 3),
    -- 1 canary, 2 a tenth, 3 all
    step smallint NOT NULL CHECK (step BETWEEN 1 AND 3),
    -- NULL until a device of the step was sent the broker.
    step_started_at timestamptz,
    error text,
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz
);
CREATE INDEX broker_rollouts_broker ON broker_rollouts (broker_id) WHERE broker_id IS NOT NULL;
CALL enforce_tenancy('broker_rollouts');

-- Devices of the last move that were sent the broker.
CREATE TABLE broker_moves (
    device_id bigint PRIMARY KEY REFERENCES devices (id),
    project_id bigint NOT NULL,
    broker_id bigint REFERENCES project_brokers (id),
    step smallint NOT NULL CHECK (step BETWEEN 1 AND 3),
    -- It was online when it was sent the broker: only such devices count.
    is_counted boolean NOT NULL,
    -- 1 sent, 2 moved, 3 failed
    outcome smallint NOT NULL DEFAULT 1 CHECK (outcome BETWEEN 1 AND 3)
);
CREATE INDEX broker_moves_project ON broker_moves (project_id, step);
CREATE INDEX broker_moves_broker ON broker_moves (broker_id) WHERE broker_id IS NOT NULL;
CALL enforce_tenancy('broker_moves');

-- The broker over which the device last came; NULL: the installation's.
ALTER TABLE devices ADD COLUMN broker_id bigint REFERENCES project_brokers (id);
CREATE INDEX devices_broker ON devices (broker_id) WHERE broker_id IS NOT NULL;
