CREATE TABLE identifiers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    -- Under which devices hold it.
    link_id uuid NOT NULL UNIQUE,
    name text NOT NULL,
    description text,
    -- 1 card, 2 ukey, 3 ukey2, 4 access_code, 5 qr, 6 face, 7 license_plate
    type smallint NOT NULL CHECK (type BETWEEN 1 AND 7),
    -- As it was typed; `number` as devices report it; `unique_value` the same for every way to write it.
    value text NOT NULL,
    number text NOT NULL,
    unique_value text NOT NULL,
    is_active boolean NOT NULL,
    -- 1 owner, 2 guest
    owner_type smallint NOT NULL CHECK (owner_type IN (1, 2)),
    owner_id bigint,
    domain_id bigint,
    period_restrict_active boolean NOT NULL DEFAULT false,
    period_restrict_from timestamptz,
    period_restrict_to timestamptz,
    passes_restrict_active boolean NOT NULL DEFAULT false,
    passes_restrict_max_count int NOT NULL DEFAULT 1,
    passes_restrict_passes_count int NOT NULL DEFAULT 0,
    revoked_at timestamptz,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('identifiers');
-- Two cards with one number would make the door guess.
CREATE UNIQUE INDEX identifiers_unique_value ON identifiers (project_id, type, unique_value);
CREATE INDEX identifiers_created_at ON identifiers (project_id, created_at DESC, id DESC);
CREATE INDEX identifiers_name ON identifiers (project_id, name, id);
CREATE INDEX identifiers_number ON identifiers (project_id, number, id);
CREATE INDEX identifiers_owner ON identifiers (owner_id);
CREATE INDEX identifiers_created_by ON identifiers (project_id, created_by);
