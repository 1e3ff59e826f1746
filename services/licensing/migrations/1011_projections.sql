-- What licensing keeps of other services' entities, from their events.
CREATE TABLE projects (
    project_id bigint PRIMARY KEY,
    name text NOT NULL,
    time_zone text NOT NULL,
    uid uuid,
    version bigint NOT NULL
);
CALL enforce_tenancy('projects');

CREATE TABLE devices (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    domain_id bigint NOT NULL,
    type text NOT NULL,
    deleted boolean NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX devices_counted ON devices (project_id) WHERE NOT deleted AND type IN ('panel', 'monitor');
CALL enforce_tenancy('devices');

CREATE TABLE people (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
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
