-- Settings of a group: one document, checked before it is written. A group without a row has the defaults.
CREATE TABLE group_settings (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    settings jsonb NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    updated_at timestamptz NOT NULL,
    CONSTRAINT group_settings_group FOREIGN KEY (project_id, group_id) REFERENCES groups (project_id, id) ON DELETE CASCADE
);
CREATE INDEX group_settings_by_group ON group_settings (project_id, group_id);
CALL enforce_tenancy('group_settings');

-- Pictures of white labels. Whoever knows the key may see the picture, so a new picture has a new key.
CREATE TABLE logos (
    key uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    -- NULL for the project's own.
    group_id bigint,
    -- The same, with 0 for the project: see groups.parent_key.
    group_key bigint NOT NULL GENERATED ALWAYS AS (coalesce(group_id, 0)) STORED,
    content_type text NOT NULL,
    data bytea NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT logos_group FOREIGN KEY (project_id, group_id) REFERENCES groups (project_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX logos_owner ON logos (project_id, group_key);
CREATE INDEX logos_by_group ON logos (project_id, group_id);
CALL enforce_tenancy('logos');
