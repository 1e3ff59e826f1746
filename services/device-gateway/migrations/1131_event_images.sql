-- Snapshots that cameras of devices took of events. The row is written before the device is asked: it is complete once it has a size.
CREATE TABLE event_snapshots (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    -- date/uuid.jpg: the last part of its key in the blob store, and of its address.
    path text NOT NULL UNIQUE,
    taken_at timestamptz NOT NULL,
    size int CHECK (size > 0),
    sha256 bytea CHECK (octet_length(sha256) = 32),
    width int,
    height int,
    CHECK ((size IS NULL) = (sha256 IS NULL))
);
CREATE INDEX event_snapshots_project ON event_snapshots (project_id, taken_at, id);
CREATE INDEX event_snapshots_device ON event_snapshots (device_id);
CALL enforce_tenancy('event_snapshots');

-- Events of two seconds share a snapshot.
CREATE TABLE event_images (
    event_id bigint PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    snapshot_id bigint NOT NULL REFERENCES event_snapshots (id) ON DELETE CASCADE
);
CREATE INDEX event_images_snapshot ON event_images (snapshot_id);
CREATE INDEX event_images_project ON event_images (project_id);
CALL enforce_tenancy('event_images');

-- When each device was asked for a snapshot, and which it became: of two processes one asks.
CREATE TABLE snapshot_turns (
    device_id bigint PRIMARY KEY REFERENCES devices (id),
    project_id bigint NOT NULL,
    taken_at timestamptz NOT NULL,
    snapshot_id bigint REFERENCES event_snapshots (id) ON DELETE SET NULL
);
CREATE INDEX snapshot_turns_project ON snapshot_turns (project_id);
CREATE INDEX snapshot_turns_snapshot ON snapshot_turns (snapshot_id);
CALL enforce_tenancy('snapshot_turns');

-- Of the event that raised the alarm last.
ALTER TABLE device_alarms ADD COLUMN snapshot_id bigint REFERENCES event_snapshots (id) ON DELETE SET NULL;
CREATE INDEX device_alarms_snapshot ON device_alarms (snapshot_id) WHERE snapshot_id IS NOT NULL;

-- How long a project stores its events and their images: settings of domains.
CREATE TABLE event_retention (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    image_days int NOT NULL CHECK (image_days BETWEEN 1 AND 365),
    event_days int NOT NULL CHECK (event_days BETWEEN 7 AND 3650)
);
CALL enforce_tenancy('event_retention');
