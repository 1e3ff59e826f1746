CREATE TABLE amenities (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text NOT NULL,
    address text,
    description text,
    persons_min int NOT NULL CHECK (persons_min >= 1),
    -- Places at one time.
    persons_max int NOT NULL CHECK (persons_max BETWEEN persons_min AND 500),
    -- Seconds of a slot, and [{days, from, to}] with seconds of the day.
    slot_duration int NOT NULL CHECK (slot_duration BETWEEN 300 AND 86400),
    slot_items jsonb NOT NULL,
    is_exclusive boolean NOT NULL,
    -- Empty for the project's.
    time_zone text NOT NULL,
    horizon_days int NOT NULL,
    -- Minutes.
    cancel_before int NOT NULL,
    live_per_user int NOT NULL,
    -- Minutes.
    lead int NOT NULL,
    terms_version int NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('amenities');
CREATE INDEX amenities_name ON amenities (project_id, name, id);
CREATE INDEX amenities_created_at ON amenities (project_id, created_at, id);
CREATE INDEX amenities_created_by ON amenities (project_id, created_by);

CREATE TABLE amenity_groups (
    amenity_id bigint NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (amenity_id, group_id)
);
CREATE INDEX amenity_groups_group ON amenity_groups (group_id, amenity_id);
CALL enforce_tenancy('amenity_groups');

-- Rules of access, with their names of when the amenity was saved.
CREATE TABLE amenity_rules (
    amenity_id bigint NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
    rule_id bigint NOT NULL,
    name text NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (amenity_id, rule_id)
);
CALL enforce_tenancy('amenity_rules');

-- The picture and the terms of use. Under a new key with each change, so that browsers may keep what they have.
CREATE TABLE amenity_files (
    key uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    amenity_id bigint NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
    -- 1 image, 2 terms of use
    kind smallint NOT NULL CHECK (kind IN (1, 2)),
    file_name text NOT NULL,
    content_type text NOT NULL,
    data bytea NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (amenity_id, kind)
);
CALL enforce_tenancy('amenity_files');
