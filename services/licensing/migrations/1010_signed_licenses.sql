-- Licences from signed files and from the licence server. `source`: 1 evaluation, 2 file, 3 cloud.
ALTER TABLE licenses
    ADD COLUMN uid uuid,
    ADD COLUMN source smallint NOT NULL DEFAULT 1 CHECK (source BETWEEN 1 AND 3),
    ADD COLUMN customer text NOT NULL DEFAULT '',
    ADD COLUMN issued_at timestamptz,
    -- NULL: unlimited.
    ADD COLUMN sip bigint CHECK (sip >= 0),
    ADD COLUMN mobile_app bigint CHECK (mobile_app >= 0),
    ADD COLUMN ukey2 bigint CHECK (ukey2 >= 0),
    ADD COLUMN per_user_sip bigint CHECK (per_user_sip >= 0),
    ADD COLUMN per_user_mobile_app bigint CHECK (per_user_mobile_app >= 0),
    ADD COLUMN per_user_ukey2 bigint CHECK (per_user_ukey2 >= 0),
    ADD COLUMN supersedes uuid[] NOT NULL DEFAULT '{}',
    -- A row stays when its licence goes: its features may be in their grace, and a trial is taken once.
    ADD COLUMN removed_at timestamptz,
    ADD COLUMN superseded_at timestamptz,
    ADD COLUMN revoked_at timestamptz,
    -- Of the licence server: when it is asked again, and what it said.
    ADD COLUMN refresh_at timestamptz,
    ADD COLUMN refreshed_at timestamptz,
    ADD COLUMN refresh_error text NOT NULL DEFAULT '',
    -- The seat is to be released there: until the server has heard it.
    ADD COLUMN release_at timestamptz;
CREATE UNIQUE INDEX licenses_uid ON licenses (project_id, uid) WHERE uid IS NOT NULL;
CREATE INDEX licenses_refresh ON licenses (refresh_at) WHERE refresh_at IS NOT NULL;
CREATE INDEX licenses_release ON licenses (release_at) WHERE release_at IS NOT NULL;

-- What was published last, without its version: NULL publishes everything once more.
ALTER TABLE project_features ADD COLUMN digest bytea;

-- What groups have of the licences.
CREATE TABLE group_licenses (
    group_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    is_active boolean NOT NULL,
    features text[] NOT NULL,
    sip bigint CHECK (sip >= 0),
    mobile_app bigint CHECK (mobile_app >= 0),
    ukey2 bigint CHECK (ukey2 >= 0),
    has_period boolean NOT NULL,
    period_from timestamptz,
    period_to timestamptz,
    reminder_enabled boolean NOT NULL,
    -- 1 once, 2 every day, 3 every week, 4 every 30 days, 5 never.
    reminder_mode smallint NOT NULL CHECK (reminder_mode BETWEEN 1 AND 5),
    notify_before integer NOT NULL CHECK (notify_before BETWEEN 1 AND 365),
    updated_at timestamptz NOT NULL
);
CREATE INDEX group_licenses_project ON group_licenses (project_id);
CALL enforce_tenancy('group_licenses');

CREATE TABLE user_licenses (
    user_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    features_off text[] NOT NULL,
    sip bigint CHECK (sip >= 0),
    mobile_app bigint CHECK (mobile_app >= 0),
    ukey2 bigint CHECK (ukey2 >= 0),
    version bigint NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('user_licenses');

-- What the services that own the counted things have counted last. `kind`: 1 sip, 2 mobile_app, 3 ukey2. Group 0: of no group.
CREATE TABLE license_usage (
    project_id bigint NOT NULL,
    kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 3),
    group_id bigint NOT NULL,
    used bigint NOT NULL CHECK (used >= 0),
    counted_at timestamptz NOT NULL,
    PRIMARY KEY (project_id, kind, group_id)
);
CALL enforce_tenancy('license_usage');

-- Peak and mean of a day, in the zone of the project: of the project (group 0) and of groups with limits of their own.
CREATE TABLE license_days (
    project_id bigint NOT NULL,
    group_id bigint NOT NULL,
    kind smallint NOT NULL CHECK (kind BETWEEN 1 AND 3),
    day date NOT NULL,
    peak bigint NOT NULL,
    total bigint NOT NULL,
    samples bigint NOT NULL CHECK (samples > 0),
    maximum bigint,
    PRIMARY KEY (project_id, group_id, day, kind)
);
CALL enforce_tenancy('license_days');

-- Reminders that have been sent: once for a group, a period and a due date.
CREATE TABLE license_reminders (
    project_id bigint NOT NULL,
    -- 0: of the project.
    group_id bigint NOT NULL,
    ends_at timestamptz NOT NULL,
    due date NOT NULL,
    PRIMARY KEY (project_id, group_id, ends_at, due)
);
CALL enforce_tenancy('license_reminders');
