-- What telephony keeps of other services' entities, from their events.
CREATE TABLE projects (
    project_id bigint PRIMARY KEY,
    name text NOT NULL,
    time_zone text NOT NULL,
    locale text NOT NULL,
    suspended boolean NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('projects');

-- The project's SIP settings; a project that has none yet uses the installation's edge.
CREATE TABLE project_sip (
    project_id bigint PRIMARY KEY,
    is_enabled boolean NOT NULL,
    proxy_address text NOT NULL,
    proxy_port integer NOT NULL,
    transport text NOT NULL,
    stun_address text NOT NULL,
    stun_port integer NOT NULL,
    turn_address text NOT NULL,
    turn_port integer NOT NULL,
    turn_user_name text NOT NULL,
    -- With the installation's key, for "domains.sip.turn_password".
    sealed_turn_password bytea NOT NULL,
    -- Seconds.
    talk_timeout integer NOT NULL,
    -- '' for none.
    first_number text NOT NULL,
    last_number text NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('project_sip');

CREATE TABLE project_features (
    project_id bigint PRIMARY KEY,
    features text[] NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('project_features');

CREATE TABLE people (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    role_id bigint NOT NULL,
    is_active boolean NOT NULL,
    deleted boolean NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('people');

CREATE TABLE person_groups (
    user_id bigint NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (user_id, group_id)
);
CREATE INDEX person_groups_group ON person_groups (group_id, user_id);
CALL enforce_tenancy('person_groups');

CREATE TABLE roles (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    permissions text[] NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('roles');

CREATE TABLE devices (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    domain_id bigint NOT NULL,
    type text NOT NULL,
    model text NOT NULL,
    deleted boolean NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX devices_domain ON devices (project_id, domain_id);
CALL enforce_tenancy('devices');

CREATE TABLE group_settings (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    -- Where the general number rings, when it is active: [{"numbers": ["101"], "timeout": 30}].
    forward_is_active boolean NOT NULL,
    forward_queues jsonb NOT NULL,
    trunk_is_enabled boolean NOT NULL,
    outgoing_number text NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('group_settings');
