-- What domains keep of people and devices, from their events: what depends on a group, and whom its settings name.
CREATE TABLE people (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    deleted boolean NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX people_of_project ON people (project_id, id);
CALL enforce_tenancy('people');

CREATE TABLE person_groups (
    user_id bigint NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (user_id, group_id)
);
CREATE INDEX person_groups_group ON person_groups (project_id, group_id, user_id);
CALL enforce_tenancy('person_groups');

CREATE TABLE devices (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    -- 0 once it is deleted.
    group_id bigint NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX devices_group ON devices (project_id, group_id, id);
CALL enforce_tenancy('devices');
