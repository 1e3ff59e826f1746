-- The tree: adjacency here, the closure in group_closure, which every service has.
CREATE TABLE groups (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    parent_id bigint,
    -- The same, with 0 for a root: a plain column, because row-level security keeps an index on an expression of
    -- coalesce from being used (it may leak).
    parent_key bigint NOT NULL GENERATED ALWAYS AS (coalesce(parent_id, 0)) STORED,
    name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    description text CHECK (char_length(description) <= 1000),
    domain_type_id bigint,
    -- Digits with their leading zeros, as the kind of the type has it.
    logic_address text,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint NOT NULL,
    -- As the creator was called then: names of users are another service's.
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT groups_in_project UNIQUE (project_id, id),
    CONSTRAINT groups_parent FOREIGN KEY (project_id, parent_id) REFERENCES groups (project_id, id),
    CONSTRAINT groups_type FOREIGN KEY (project_id, domain_type_id) REFERENCES group_types (project_id, id),
    CONSTRAINT groups_address_needs_type CHECK (logic_address IS NULL OR domain_type_id IS NOT NULL)
);
CREATE UNIQUE INDEX groups_logic_address_taken ON groups (project_id, parent_key, domain_type_id, logic_address)
    WHERE logic_address IS NOT NULL;
-- One level of the tree in the order it is shown; roots under 0.
CREATE INDEX groups_siblings ON groups (project_id, parent_key, name, id);
-- For filters, and for the foreign key when a group goes.
CREATE INDEX groups_by_parent ON groups (project_id, parent_id, id);
CREATE INDEX groups_by_name ON groups (project_id, name, id);
CREATE INDEX groups_by_logic_address ON groups (project_id, logic_address, id);
CREATE INDEX groups_by_type ON groups (project_id, domain_type_id, id);
CREATE INDEX groups_by_created_at ON groups (project_id, created_at, id);
CREATE INDEX groups_by_updated_at ON groups (project_id, updated_at, id);
CALL enforce_tenancy('groups');
