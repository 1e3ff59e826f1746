CREATE TABLE amenity_reservations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    -- The identifier of access has it as its link.
    link_id uuid NOT NULL UNIQUE,
    amenity_id bigint NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    persons int NOT NULL CHECK (persons >= 1),
    -- Taken in each of its slots: the persons, or all places.
    places int NOT NULL CHECK (places >= 1),
    date date NOT NULL,
    -- Seconds of the day: where its slots begin, and where the last of them ends.
    slot_starts int[] NOT NULL,
    slot_end int NOT NULL,
    -- The keys of slot_usage that count it: others than slot_starts once the amenity's slots have changed.
    usage_starts int[] NOT NULL,
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL CHECK (starts_at < ends_at),
    -- 1 reserved, 2 active, 3 inactive, 4 canceled, 5 expired
    status smallint NOT NULL CHECK (status BETWEEN 1 AND 5),
    -- When the next status begins by itself.
    due_at timestamptz,
    is_outside_slots boolean NOT NULL DEFAULT false,
    terms_version int NOT NULL DEFAULT 0,
    identifier_id bigint,
    identifier_name text NOT NULL DEFAULT '',
    identifier_used_at timestamptz,
    version bigint NOT NULL DEFAULT 1,
    created_by bigint,
    created_by_name text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('amenity_reservations');
CREATE INDEX amenity_reservations_starts_at ON amenity_reservations (project_id, starts_at, id);
CREATE INDEX amenity_reservations_created_at ON amenity_reservations (project_id, created_at, id);
CREATE INDEX amenity_reservations_amenity ON amenity_reservations (amenity_id, starts_at);
CREATE INDEX amenity_reservations_user ON amenity_reservations (project_id, user_id, starts_at);
CREATE INDEX amenity_reservations_created_by ON amenity_reservations (project_id, created_by);
CREATE INDEX amenity_reservations_due_at ON amenity_reservations (due_at) WHERE due_at IS NOT NULL;

-- Places taken in a slot, over all live reservations.
CREATE TABLE slot_usage (
    project_id bigint NOT NULL,
    amenity_id bigint NOT NULL REFERENCES amenities (id) ON DELETE CASCADE,
    date date NOT NULL,
    start_s int NOT NULL,
    taken int NOT NULL CHECK (taken >= 0),
    PRIMARY KEY (amenity_id, date, start_s)
);
CALL enforce_tenancy('slot_usage');

CREATE TABLE amenity_reservation_logs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    reservation_id bigint NOT NULL REFERENCES amenity_reservations (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    event text NOT NULL,
    status smallint NOT NULL,
    user_id bigint,
    user_name text NOT NULL DEFAULT ''
);
CALL enforce_tenancy('amenity_reservation_logs');
CREATE INDEX amenity_reservation_logs_reservation ON amenity_reservation_logs (reservation_id, id DESC);
