-- Tokens of devices that speak HTTP: the SHA-256 of each.
CREATE TABLE device_tokens (
    token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    project_id bigint NOT NULL,
    device_id bigint NOT NULL REFERENCES devices (id),
    expires_at timestamptz NOT NULL
);
CREATE INDEX device_tokens_device ON device_tokens (device_id, expires_at);
CREATE INDEX device_tokens_project ON device_tokens (project_id);
CREATE INDEX device_tokens_expires_at ON device_tokens (expires_at);
CALL enforce_tenancy('device_tokens');

-- When each device that speaks HTTP last called. Beside `devices`, because it is written every ten seconds.
CREATE TABLE http_presence (
    device_id bigint PRIMARY KEY REFERENCES devices (id),
    project_id bigint NOT NULL,
    seen_at timestamptz NOT NULL
);
CREATE INDEX http_presence_project ON http_presence (project_id);
CALL enforce_tenancy('http_presence');
