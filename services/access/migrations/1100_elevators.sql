-- Kind and logical address of groups, from domains: which apartments are whose homes.
CREATE TABLE group_addresses (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    -- building, unit, floor or apartment
    kind text NOT NULL,
    address text NOT NULL
);
CALL enforce_tenancy('group_addresses');

-- Lift controllers, from device-gateway, with their maps; other devices have no row.
CREATE TABLE lift_controllers (
    device_id bigint PRIMARY KEY REFERENCES doors (id),
    project_id bigint NOT NULL,
    is_enabled boolean NOT NULL,
    device_mode text NOT NULL,
    -- [{floor, name, is_public, is_panel_floor, apartments, ports}]
    floors jsonb NOT NULL
);
CALL enforce_tenancy('lift_controllers');

CREATE TABLE elevators (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    domain_id bigint NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('elevators');
CREATE INDEX elevators_name ON elevators (project_id, name, id);
CREATE INDEX elevators_created_at ON elevators (project_id, created_at DESC, id DESC);
CREATE INDEX elevators_domain ON elevators (project_id, domain_id, id);
CREATE INDEX elevators_created_by ON elevators (project_id, created_by, id);

CREATE TABLE elevator_devices (
    -- A controller is in one elevator: this decides between two that take it at once.
    device_id bigint CONSTRAINT elevator_devices_linked PRIMARY KEY,
    elevator_id bigint NOT NULL REFERENCES elevators (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    -- The first controller that names a floor gives the floor its name.
    place smallint NOT NULL
);
CREATE INDEX elevator_devices_elevator ON elevator_devices (elevator_id, place);
CALL enforce_tenancy('elevator_devices');

CREATE TABLE elevator_access_rules (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    description text,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('elevator_access_rules');
CREATE INDEX elevator_access_rules_name ON elevator_access_rules (project_id, name, id);
CREATE INDEX elevator_access_rules_created_at ON elevator_access_rules (project_id, created_at DESC, id DESC);
CREATE INDEX elevator_access_rules_created_by ON elevator_access_rules (project_id, created_by, id);

CREATE TABLE elevator_rule_floors (
    rule_id bigint NOT NULL REFERENCES elevator_access_rules (id) ON DELETE CASCADE,
    elevator_id bigint NOT NULL REFERENCES elevators (id) ON DELETE CASCADE,
    -- May be in no map now: it stays for when it comes back.
    floor smallint NOT NULL CHECK (floor BETWEEN 1 AND 98),
    project_id bigint NOT NULL,
    PRIMARY KEY (rule_id, elevator_id, floor)
);
CREATE INDEX elevator_rule_floors_elevator ON elevator_rule_floors (elevator_id, rule_id);
CALL enforce_tenancy('elevator_rule_floors');

CREATE TABLE elevator_rule_users (
    rule_id bigint NOT NULL REFERENCES elevator_access_rules (id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (rule_id, user_id)
);
CREATE INDEX elevator_rule_users_user ON elevator_rule_users (user_id, rule_id);
CALL enforce_tenancy('elevator_rule_users');
