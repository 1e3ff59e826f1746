-- What a guest's key is besides an identifier.
CREATE TABLE guest_keys (
    identifier_id bigint PRIMARY KEY REFERENCES identifiers (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    -- 1 qr, 2 access_code, 3 license_plate, 4 url: on no device's list
    kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 4),
    -- 1 guest, 2 courier
    guest_type smallint NOT NULL CHECK (guest_type IN (1, 2)),
    message text NOT NULL,
    -- The key of its link: SHA-256, and sealed.
    link_hash bytea NOT NULL UNIQUE,
    link_sealed bytea NOT NULL,
    -- How long a visit goes on; 0 where each opening is one.
    visit_seconds int NOT NULL,
    -- The visit that began last: its end, and the doors that open in it no more. NULL before the first, and once the lists of
    -- the devices say that it is over.
    visit_ends_at timestamptz,
    visit_full bigint[] NOT NULL DEFAULT '{}',
    last_used_at timestamptz
);
CALL enforce_tenancy('guest_keys');
CREATE INDEX guest_keys_visit_end ON guest_keys (visit_ends_at) WHERE visit_ends_at IS NOT NULL;

-- Openings of identifiers with a limit of passes, and of guests' keys: each is held before the door opens, and settled by
-- what the door says.
CREATE TABLE openings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    identifier_id bigint NOT NULL REFERENCES identifiers (id) ON DELETE CASCADE,
    device_id bigint NOT NULL,
    lock_number smallint NOT NULL,
    -- 1 held, 2 done, 3 failed, 4 unknown
    state smallint NOT NULL CHECK (state BETWEEN 1 AND 4),
    at timestamptz NOT NULL,
    -- Of the token of a guest's page: it opens once.
    token_hash bytea UNIQUE,
    -- False since the limit of passes was set anew.
    is_counted boolean NOT NULL DEFAULT true
);
CALL enforce_tenancy('openings');
CREATE INDEX openings_identifier ON openings (identifier_id, at);
CREATE INDEX openings_unsettled ON openings (at) WHERE state IN (1, 4);

-- The least limit on the way up from a key's group holds.
CREATE TABLE group_guest_limits (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    max_passes_count int,
    max_period_days int,
    version bigint NOT NULL
);
CALL enforce_tenancy('group_guest_limits');

-- How a site presents itself to guests; group_id is 0 for the project's own.
CREATE TABLE white_labels (
    project_id bigint NOT NULL,
    group_id bigint NOT NULL,
    is_enabled boolean NOT NULL,
    name text NOT NULL,
    logo text NOT NULL,
    address text NOT NULL,
    phone text NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (project_id, group_id)
);
CALL enforce_tenancy('white_labels');

-- Whether the door is connected, as device-gateway has said last.
ALTER TABLE doors ADD COLUMN is_online boolean NOT NULL DEFAULT true;
ALTER TABLE doors ADD COLUMN online_at timestamptz;
