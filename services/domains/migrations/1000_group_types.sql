-- What a group may be. `kind` is the contract's GroupKind: building, unit, floor, apartment, common.
CREATE TABLE group_types (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 5),
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 31),
    -- 0 for those that the platform made.
    created_by bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT group_types_name UNIQUE (project_id, name),
    -- For foreign keys that cannot leave the project.
    CONSTRAINT group_types_in_project UNIQUE (project_id, id)
);
CREATE INDEX group_types_by_kind ON group_types (project_id, kind, id);
CALL enforce_tenancy('group_types');

-- Projects that have their default types.
CREATE TABLE projects (
    project_id bigint PRIMARY KEY,
    prepared_at timestamptz NOT NULL
);
CALL enforce_tenancy('projects');
