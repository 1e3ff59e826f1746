-- Who may be told: projections of users and roles, from identity's events.
CREATE TABLE users (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    role_id bigint NOT NULL,
    -- False for a user who is removed, too.
    is_active boolean NOT NULL
);
CREATE INDEX users_by_role ON users (project_id, role_id, id) WHERE is_active;
CALL enforce_tenancy('users');

CREATE TABLE user_groups (
    user_id bigint NOT NULL REFERENCES users (id),
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (user_id, group_id)
);
CREATE INDEX user_groups_by_group ON user_groups (project_id, group_id, user_id);
CALL enforce_tenancy('user_groups');

CREATE TABLE roles (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    -- Codes of the catalogue; none for a role that is removed.
    permissions text[] NOT NULL
);
CREATE INDEX roles_by_project ON roles (project_id, id);
CALL enforce_tenancy('roles');
