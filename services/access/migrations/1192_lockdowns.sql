-- Lockdowns, from the runs of emergency alerts: while one is active, nobody is let in at its devices but people of some groups.
CREATE TABLE lockdowns (
    run_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    is_active boolean NOT NULL,
    -- Devices of these groups and of those below them, and these devices.
    group_ids bigint[] NOT NULL,
    device_ids bigint[] NOT NULL,
    -- Whose people, and those of the groups below, still pass.
    pass_group_ids bigint[] NOT NULL
);
CREATE INDEX lockdowns_active ON lockdowns (project_id) WHERE is_active;
CALL enforce_tenancy('lockdowns');
