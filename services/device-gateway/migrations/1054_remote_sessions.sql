-- Who controls a device from afar, and until when. A session past its end is none, and is removed sometime.
CREATE TABLE remote_sessions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    started_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
-- One person controls a device at a time.
CREATE UNIQUE INDEX remote_sessions_device ON remote_sessions (device_id);
CREATE INDEX remote_sessions_project ON remote_sessions (project_id, id);
CREATE INDEX remote_sessions_expires_at ON remote_sessions (expires_at);
CALL enforce_tenancy('remote_sessions');
