-- Views of lists that people of a project share.
CREATE TABLE shared_views (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    list text NOT NULL,
    name text COLLATE natural_order NOT NULL,
    search text NOT NULL,
    created_by bigint REFERENCES users (id) ON DELETE SET NULL,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX shared_views_name ON shared_views (project_id, list, lower(name));
CREATE INDEX shared_views_creator ON shared_views (created_by);
CALL enforce_tenancy('shared_views');
