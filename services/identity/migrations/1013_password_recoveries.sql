-- Passwords that were forgotten. As accounts, these belong to no project.

-- What was asked for: worked off beside the answer, which takes alike long for any address.
CREATE TABLE recovery_requests (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL,
    ip text NOT NULL,
    request_id text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX recovery_requests_created_at ON recovery_requests (created_at);
ALTER TABLE recovery_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON recovery_requests TO vestibule_system USING (true) WITH CHECK (true);

-- The link by which a new password is set. One for each account: a new one voids the one before.
CREATE TABLE password_recoveries (
    account_id bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- SHA-256 of the link's token.
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    expires_at timestamptz NOT NULL
);
CREATE INDEX password_recoveries_expiry ON password_recoveries (expires_at);
ALTER TABLE password_recoveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON password_recoveries TO vestibule_system USING (true) WITH CHECK (true);
