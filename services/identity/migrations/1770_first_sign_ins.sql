-- When an installation signed in first: by it licences rank apps. `auth_at` is the last time.
ALTER TABLE mobile_clients ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
UPDATE mobile_clients c SET created_at = least(c.auth_at, (SELECT min(s.created_at) FROM sessions s WHERE s.mobile_client_id = c.id));
