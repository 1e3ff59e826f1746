-- What every service's database has. Roles are made by `vestibule setup`:
--   vestibule_owner   owns the tables, runs migrations;
--   vestibule_app     the service; bound to one project by row-level security;
--   vestibule_system  what the service switches to for the platform's own jobs, over all projects.
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO vestibule_app, vestibule_system;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO vestibule_app, vestibule_system;
GRANT SELECT ON _sqlx_migrations TO vestibule_app;

-- The project of the transaction. After SET LOCAL the setting is '' and not NULL in later transactions.
CREATE FUNCTION app_project() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT nullif(current_setting('app.project_id', true), '')::bigint $$;

-- Puts a table under row-level security by its project_id.
CREATE PROCEDURE enforce_tenancy(relation regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', relation);
    EXECUTE format('CREATE POLICY tenant ON %s TO vestibule_app USING (project_id = app_project()) WITH CHECK (project_id = app_project())', relation);
    EXECUTE format('CREATE POLICY system ON %s TO vestibule_system USING (true) WITH CHECK (true)', relation);
END $$;

-- Events on their way to RabbitMQ: written with the change, removed once the broker has confirmed.
CREATE TABLE outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL,
    project_id bigint NOT NULL,
    topic text NOT NULL,
    aggregate text NOT NULL,
    payload bytea NOT NULL,
    traceparent text,
    created_at timestamptz NOT NULL DEFAULT now()
);
CALL enforce_tenancy('outbox');

-- Events that were taken, so that one that comes twice has one effect.
CREATE TABLE inbox (
    id uuid PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX inbox_received_at ON inbox (received_at);

-- The group tree, as events tell it: scopes are joins, never calls.
CREATE TABLE group_nodes (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    parent_id bigint,
    name text NOT NULL,
    version bigint NOT NULL,
    deleted boolean NOT NULL DEFAULT false
);
CREATE INDEX group_nodes_parent ON group_nodes (project_id, parent_id);
CALL enforce_tenancy('group_nodes');

CREATE TABLE group_closure (
    ancestor_id bigint NOT NULL,
    descendant_id bigint NOT NULL,
    depth int NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (ancestor_id, descendant_id)
);
CREATE INDEX group_closure_descendant ON group_closure (descendant_id, ancestor_id);
CALL enforce_tenancy('group_closure');
