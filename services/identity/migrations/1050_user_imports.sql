-- Users that came with a structure which domains imports. An import is undone or finished as a whole; one that was
-- undone stays here for a day, so that what of it comes late is refused.
CREATE TABLE user_imports (
    import_id uuid PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    is_undone boolean NOT NULL DEFAULT false,
    created_by bigint NOT NULL,
    created_by_name text NOT NULL,
    started_at timestamptz NOT NULL
);
CREATE INDEX user_imports_by_start ON user_imports (project_id, started_at);
CALL enforce_tenancy('user_imports');

CREATE TABLE imported_users (
    import_id uuid NOT NULL REFERENCES user_imports (import_id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    -- The row of the table that was imported.
    index int NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Whether they are sent the registration link in the end.
    is_invited boolean NOT NULL,
    PRIMARY KEY (import_id, index)
);
CREATE INDEX imported_users_user ON imported_users (user_id);
CALL enforce_tenancy('imported_users');
