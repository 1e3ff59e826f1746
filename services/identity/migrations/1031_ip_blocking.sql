-- Which addresses are shut out, and for how long. It is the installation's: whoever guesses passwords guesses those
-- of every project. Bans themselves live in Redis.
CREATE TABLE ip_blocking (
    -- One row at most; without it the defaults of the environment hold.
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    is_enabled boolean NOT NULL,
    max_failures int NOT NULL CHECK (max_failures BETWEEN 3 AND 10000),
    window_seconds int NOT NULL CHECK (window_seconds BETWEEN 60 AND 86400),
    ban_seconds int NOT NULL CHECK (ban_seconds BETWEEN 60 AND 2592000)
);
ALTER TABLE ip_blocking ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON ip_blocking TO vestibule_system USING (true) WITH CHECK (true);

-- Addresses and networks that are never shut out.
CREATE TABLE ip_whitelist (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- As 192.0.2.7/32: one way of writing for each network.
    network text NOT NULL CONSTRAINT ip_whitelist_network UNIQUE,
    description text,
    created_at timestamptz NOT NULL
);
ALTER TABLE ip_whitelist ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON ip_whitelist TO vestibule_system USING (true) WITH CHECK (true);
