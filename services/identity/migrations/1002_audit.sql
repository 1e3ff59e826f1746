-- The audit log: for each project a chain in which every event holds the hash of the one before.
CREATE TABLE audit_events (
    project_id bigint NOT NULL,
    -- From 1, without gaps.
    sequence bigint NOT NULL,
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    ip text NOT NULL,
    request_id text NOT NULL,
    action text NOT NULL,
    resource text NOT NULL,
    resource_id bigint NOT NULL,
    resource_name text NOT NULL,
    -- JSON, letter for letter as it was hashed.
    before text NOT NULL,
    after text NOT NULL,
    at timestamptz NOT NULL,
    -- SHA-256 of the previous event's hash and this event's content.
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (project_id, sequence)
);
CREATE INDEX audit_events_by_at ON audit_events (project_id, at, sequence);
CREATE INDEX audit_events_of_resource ON audit_events (project_id, resource, resource_id, sequence);
CALL enforce_tenancy('audit_events');
-- The service itself can only append.
REVOKE UPDATE, DELETE, TRUNCATE ON audit_events FROM vestibule_app, vestibule_system;

-- Where each chain ends, so that events cut off at its end are missed.
CREATE TABLE audit_heads (
    project_id bigint PRIMARY KEY,
    sequence bigint NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32)
);
CALL enforce_tenancy('audit_heads');
