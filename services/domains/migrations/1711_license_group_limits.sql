-- Features of groups that have limits of their own, as licensing has published them (crates/license-limits).
CREATE TABLE license_group_limits (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    features text[] NOT NULL,
    valid_from timestamptz,
    valid_to timestamptz
);
CREATE INDEX license_group_limits_project ON license_group_limits (project_id);
CALL enforce_tenancy('license_group_limits');

-- The snapshot that is in it. That of project_features is no answer: it was there before this table.
CREATE TABLE license_snapshots (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL
);
CALL enforce_tenancy('license_snapshots');
