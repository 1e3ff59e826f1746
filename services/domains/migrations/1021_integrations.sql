-- Other systems that a project, or a group, works with.
CREATE TABLE integrations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    -- The contract's IntegrationType: barrier, axxon_one.
    type smallint NOT NULL CHECK (type BETWEEN 1 AND 2),
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    -- NULL for the project's own.
    domain_id bigint,
    -- Without a slash at its end.
    server_url text NOT NULL,
    user_name text,
    -- Password or token, sealed.
    secret bytea,
    is_active boolean NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT integrations_in_project UNIQUE (project_id, id),
    CONSTRAINT integrations_server_url UNIQUE (project_id, server_url),
    CONSTRAINT integrations_group FOREIGN KEY (project_id, domain_id) REFERENCES groups (project_id, id) ON DELETE CASCADE
);
CREATE INDEX integrations_by_group ON integrations (project_id, domain_id, id);
CREATE INDEX integrations_by_name ON integrations (project_id, name, id);
CREATE INDEX integrations_by_type ON integrations (project_id, type, id);
CREATE INDEX integrations_by_created_at ON integrations (project_id, created_at, id);
CREATE INDEX integrations_by_creator ON integrations (project_id, created_by, id);
CALL enforce_tenancy('integrations');

-- Groups that use one, besides the one that it belongs to.
CREATE TABLE integration_groups (
    integration_id bigint NOT NULL,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (integration_id, group_id),
    CONSTRAINT integration_groups_integration FOREIGN KEY (project_id, integration_id) REFERENCES integrations (project_id, id) ON DELETE CASCADE,
    CONSTRAINT integration_groups_group FOREIGN KEY (project_id, group_id) REFERENCES groups (project_id, id) ON DELETE CASCADE
);
CREATE INDEX integration_groups_group ON integration_groups (project_id, group_id, integration_id);
CREATE INDEX integration_groups_integration ON integration_groups (project_id, integration_id);
CALL enforce_tenancy('integration_groups');
