CREATE TABLE time_rules (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    link_id uuid NOT NULL UNIQUE,
    name text NOT NULL,
    description text,
    -- The recurrence, in the words of the `schedule` library; validated before it is written.
    schedule jsonb NOT NULL,
    -- The group that it belongs to; NULL for one of the whole project.
    domain_id bigint,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('time_rules');
CREATE INDEX time_rules_name ON time_rules (project_id, name, id);
CREATE INDEX time_rules_created_at ON time_rules (project_id, created_at DESC, id DESC);

CREATE TABLE access_rules (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    description text,
    prohibition boolean NOT NULL,
    is_shareable boolean NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('access_rules');
CREATE INDEX access_rules_name ON access_rules (project_id, name, id);
CREATE INDEX access_rules_created_at ON access_rules (project_id, created_at DESC, id DESC);

CREATE TABLE rule_devices (
    rule_id bigint NOT NULL REFERENCES access_rules (id) ON DELETE CASCADE,
    device_id bigint NOT NULL,
    -- 0 all locks
    lock_number smallint NOT NULL CHECK (lock_number BETWEEN 0 AND 8),
    project_id bigint NOT NULL,
    PRIMARY KEY (rule_id, device_id, lock_number)
);
CREATE INDEX rule_devices_device ON rule_devices (device_id, rule_id);
CALL enforce_tenancy('rule_devices');

CREATE TABLE rule_users (
    rule_id bigint NOT NULL REFERENCES access_rules (id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (rule_id, user_id)
);
CREATE INDEX rule_users_user ON rule_users (user_id, rule_id);
CALL enforce_tenancy('rule_users');

CREATE TABLE rule_groups (
    rule_id bigint NOT NULL REFERENCES access_rules (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (rule_id, group_id)
);
CREATE INDEX rule_groups_group ON rule_groups (group_id, rule_id);
CALL enforce_tenancy('rule_groups');

CREATE TABLE rule_identifiers (
    rule_id bigint NOT NULL REFERENCES access_rules (id) ON DELETE CASCADE,
    identifier_id bigint NOT NULL REFERENCES identifiers (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    PRIMARY KEY (rule_id, identifier_id)
);
CREATE INDEX rule_identifiers_identifier ON rule_identifiers (identifier_id, rule_id);
CALL enforce_tenancy('rule_identifiers');

CREATE TABLE rule_time_rules (
    rule_id bigint NOT NULL REFERENCES access_rules (id) ON DELETE CASCADE,
    time_rule_id bigint NOT NULL REFERENCES time_rules (id),
    project_id bigint NOT NULL,
    PRIMARY KEY (rule_id, time_rule_id)
);
CREATE INDEX rule_time_rules_time_rule ON rule_time_rules (time_rule_id, rule_id);
CALL enforce_tenancy('rule_time_rules');
