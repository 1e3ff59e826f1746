-- Numbers and apps that are licensed to a group, as a structure says; telephony and licensing use them.
ALTER TABLE groups ADD COLUMN sip_count int CHECK (sip_count >= 0);
ALTER TABLE groups ADD COLUMN app_count int CHECK (app_count >= 0);

-- Imports of structures that are under way. Users and identifiers are made by other services first, the groups last
-- and together with `is_made`: one that was left is undone by whoever finds its lease over, or finished when it is made.
CREATE TABLE structure_imports (
    import_id uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    is_made boolean NOT NULL DEFAULT false,
    lease_until timestamptz NOT NULL,
    started_at timestamptz NOT NULL
);
CREATE INDEX structure_imports_of_project ON structure_imports (project_id, import_id);
CALL enforce_tenancy('structure_imports');
