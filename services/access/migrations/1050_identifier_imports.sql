-- Identifiers that came with a structure which domains imports. An import is undone or finished as a whole; one that
-- was undone stays here for a day, so that what of it comes late is refused.
CREATE TABLE identifier_imports (
    import_id uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    is_undone boolean NOT NULL DEFAULT false,
    started_at timestamptz NOT NULL
);
CREATE INDEX identifier_imports_by_start ON identifier_imports (project_id, started_at);
CALL enforce_tenancy('identifier_imports');

CREATE TABLE imported_identifiers (
    import_id uuid NOT NULL REFERENCES identifier_imports (import_id) ON DELETE CASCADE,
    identifier_id bigint NOT NULL REFERENCES identifiers (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    PRIMARY KEY (import_id, identifier_id)
);
CREATE INDEX imported_identifiers_identifier ON imported_identifiers (identifier_id);
CALL enforce_tenancy('imported_identifiers');
