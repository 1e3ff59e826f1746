-- Dealers manage projects. Like accounts they belong to none.
CREATE TABLE dealers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL
);
ALTER TABLE dealers ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON dealers TO vestibule_system USING (true) WITH CHECK (true);

CREATE TABLE dealer_accounts (
    account_id bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    dealer_id bigint NOT NULL REFERENCES dealers (id)
);
CREATE INDEX dealer_accounts_dealer ON dealer_accounts (dealer_id);
ALTER TABLE dealer_accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON dealer_accounts TO vestibule_system USING (true) WITH CHECK (true);

ALTER TABLE projects ADD COLUMN dealer_id bigint REFERENCES dealers (id);
CREATE INDEX projects_of_dealer_by_name ON projects (dealer_id, name, id);
CREATE INDEX projects_of_dealer_by_created_at ON projects (dealer_id, created_at, id);

-- Whoever a dealer signs in to a project as: seen in the audit log and nowhere else. Without account and password,
-- so that nobody signs in as them in another way.
ALTER TABLE users ADD COLUMN is_support boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD COLUMN support_account_id bigint REFERENCES accounts (id) ON DELETE SET NULL;
ALTER TABLE users ADD CONSTRAINT users_support CHECK (NOT is_support OR (account_id IS NULL AND NOT has_password));
CREATE UNIQUE INDEX users_support_account ON users (project_id, support_account_id) WHERE is_support;
CREATE INDEX users_support_accounts ON users (support_account_id) WHERE support_account_id IS NOT NULL;

-- A support session from its beginning until its end was told the audit log.
CREATE TABLE support_sessions (
    session_id bigint PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL,
    dealer_name text NOT NULL,
    reason text NOT NULL,
    ended_at timestamptz
);
CREATE INDEX support_sessions_open ON support_sessions (project_id, session_id) WHERE ended_at IS NULL;
CALL enforce_tenancy('support_sessions');
