-- Installations of the mobile application: those that keys were issued for, and those that have signed out.
CREATE TABLE mobile_clients (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    platform text NOT NULL DEFAULT '',
    info text NOT NULL DEFAULT '',
    -- The session that a key was issued in, and the last that has ended: both by the clock of identity.
    signed_in_at timestamptz,
    signed_out_at timestamptz
);
CREATE INDEX mobile_clients_user ON mobile_clients (user_id);
CALL enforce_tenancy('mobile_clients');

-- Of a ukey2: the installation that it was issued for, and its last use at a door.
ALTER TABLE identifiers ADD COLUMN mobile_client_id bigint;
ALTER TABLE identifiers ADD COLUMN last_used_at timestamptz;
-- Two calls at once issue one key.
CREATE UNIQUE INDEX identifiers_live_ukey2 ON identifiers (mobile_client_id) WHERE mobile_client_id IS NOT NULL AND revoked_at IS NULL;
CREATE INDEX identifiers_ukey2_created_at ON identifiers (project_id, created_at DESC, id DESC) WHERE type = 3;
