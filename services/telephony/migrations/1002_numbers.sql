CREATE TABLE forward_rules (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    -- NULL for one of the whole project.
    domain_id bigint,
    -- The queues, as `domain::forward::Queue` writes them; validated before they are written.
    queues jsonb NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX forward_rules_name ON forward_rules (project_id, name, id);
CREATE INDEX forward_rules_created_at ON forward_rules (project_id, created_at DESC, id DESC);
CREATE INDEX forward_rules_domain ON forward_rules (project_id, domain_id);
CALL enforce_tenancy('forward_rules');

CREATE TABLE sip_numbers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    number text NOT NULL CHECK (number ~ '^[0-9]{1,12}$'),
    name text NOT NULL,
    -- With the installation's key, for "telephony.number.password".
    sealed_password bytea NOT NULL,
    -- md5(number:realm:password), which the edge checks digests with.
    ha1 text NOT NULL,
    is_active boolean NOT NULL,
    is_reserved boolean NOT NULL,
    is_system boolean NOT NULL,
    user_id bigint,
    device_id bigint,
    domain_id bigint NOT NULL,
    is_general boolean NOT NULL,
    forward_mode text NOT NULL CHECK (forward_mode IN ('disabled', 'manual', 'picked')),
    forward_queues jsonb NOT NULL,
    forward_group_id bigint REFERENCES forward_rules (id),
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    UNIQUE (project_id, number),
    CHECK (user_id IS NULL OR device_id IS NULL),
    CHECK (NOT is_general OR user_id IS NULL AND device_id IS NULL)
);
CREATE UNIQUE INDEX sip_numbers_device ON sip_numbers (project_id, device_id) WHERE device_id IS NOT NULL;
CREATE UNIQUE INDEX sip_numbers_general ON sip_numbers (project_id, domain_id) WHERE is_general;
CREATE INDEX sip_numbers_user ON sip_numbers (project_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX sip_numbers_domain ON sip_numbers (project_id, domain_id);
CREATE INDEX sip_numbers_name ON sip_numbers (project_id, name, id);
CREATE INDEX sip_numbers_created_at ON sip_numbers (project_id, created_at DESC, id DESC);
CREATE INDEX sip_numbers_created_by ON sip_numbers (project_id, created_by);
CREATE INDEX sip_numbers_forward_group ON sip_numbers (forward_group_id) WHERE forward_group_id IS NOT NULL;
CALL enforce_tenancy('sip_numbers');

CREATE TABLE sip_trunks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    outgoing_number text NOT NULL,
    termination_uri text NOT NULL,
    login text,
    -- With the installation's key, for "telephony.trunk.password".
    sealed_password bytea,
    is_registration_enabled boolean NOT NULL,
    -- What the line last said, which only the shard that keeps it writes.
    status text NOT NULL CHECK (status IN ('ready', 'registering', 'registered', 'error')),
    status_message text,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX sip_trunks_name ON sip_trunks (project_id, name, id);
CREATE INDEX sip_trunks_created_at ON sip_trunks (project_id, created_at DESC, id DESC);
CREATE INDEX sip_trunks_created_by ON sip_trunks (project_id, created_by);
CALL enforce_tenancy('sip_trunks');

CREATE TABLE sip_trunk_groups (
    trunk_id bigint NOT NULL REFERENCES sip_trunks (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (trunk_id, group_id)
);
CREATE INDEX sip_trunk_groups_group ON sip_trunk_groups (group_id, trunk_id);
CALL enforce_tenancy('sip_trunk_groups');
