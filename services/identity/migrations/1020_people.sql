-- What belongs to people: markers, links between them, pictures, mobile clients.

CREATE TABLE markers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    name text NOT NULL,
    color text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
    created_by bigint REFERENCES users (id) ON DELETE SET NULL,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX markers_name ON markers (project_id, lower(name));
CREATE INDEX markers_by_name ON markers (project_id, name, id);
CREATE INDEX markers_by_created_at ON markers (project_id, created_at, id);
CREATE INDEX markers_creator ON markers (created_by);
CALL enforce_tenancy('markers');

CREATE TABLE user_markers (
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    marker_id bigint NOT NULL REFERENCES markers (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, marker_id)
);
CREATE INDEX user_markers_marker ON user_markers (marker_id, user_id);
CALL enforce_tenancy('user_markers');

-- People who belong together. A link is two rows, one for each side.
CREATE TABLE user_links (
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    linked_user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, linked_user_id),
    CHECK (user_id <> linked_user_id)
);
CREATE INDEX user_links_linked ON user_links (linked_user_id);
CALL enforce_tenancy('user_links');

-- Pictures of people, as they were encoded here. The key is what makes a picture visible.
CREATE TABLE avatars (
    key uuid PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    content_type text NOT NULL,
    data bytea NOT NULL,
    created_at timestamptz NOT NULL
);
CALL enforce_tenancy('avatars');

-- Installations of the mobile application; those that a session belongs to are signed in.
CREATE TABLE mobile_clients (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    platform text NOT NULL CHECK (platform IN ('ios', 'android')),
    info text NOT NULL,
    vendor_id text NOT NULL,
    auth_at timestamptz NOT NULL,
    UNIQUE (user_id, vendor_id)
);
CREATE INDEX mobile_clients_auth_at ON mobile_clients (auth_at);
CALL enforce_tenancy('mobile_clients');
ALTER TABLE sessions ADD COLUMN mobile_client_id bigint REFERENCES mobile_clients (id) ON DELETE SET NULL;
CREATE INDEX sessions_mobile_client ON sessions (mobile_client_id) WHERE mobile_client_id IS NOT NULL;

-- The lists of roles and of the audit log.
CREATE INDEX role_available_roles_available ON role_available_roles (project_id, available_role_id, role_id);
CREATE INDEX roles_by_updated_at ON roles (project_id, updated_at, id);
CREATE INDEX audit_events_of_user ON audit_events (project_id, user_id, sequence);
