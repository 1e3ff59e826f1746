-- Tokens for programs: each has a session of its own, so that whatever names a session names a token as well.
-- A session of a token has no refresh token and is no sign-in: lists and counts of these leave it out.
ALTER TABLE sessions ADD COLUMN is_token boolean NOT NULL DEFAULT false;

-- Whom a token of the project acts as: seen in the audit log and nowhere else. Without account and password, so that nobody
-- signs in as them.
ALTER TABLE users ADD COLUMN is_service boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD CONSTRAINT users_service CHECK (NOT is_service OR (account_id IS NULL AND NOT has_password AND NOT is_support));
CREATE INDEX users_service_by_role ON users (project_id, role_id) WHERE is_service;

CREATE TABLE tokens (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    -- Whose it is; of the project's own: the user that it acts as.
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id bigint NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
    -- Of the project itself, not of one of its users.
    is_service boolean NOT NULL,
    name text NOT NULL,
    -- SHA-256 of the token's text, which is kept nowhere.
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    -- The first 8 characters of the token's text.
    prefix text NOT NULL CHECK (length(prefix) = 8),
    -- all, read_only, or codes of the permission catalogue.
    scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
    created_by bigint REFERENCES users (id) ON DELETE SET NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    last_used_ip text
);
CREATE INDEX tokens_of_user ON tokens (project_id, user_id);
CREATE INDEX tokens_user ON tokens (user_id);
CREATE INDEX tokens_of_project ON tokens (project_id, id) WHERE is_service;
CREATE INDEX tokens_creator ON tokens (created_by) WHERE created_by IS NOT NULL;
CALL enforce_tenancy('tokens');

-- The groups of a token of the project. Not among those of users: nobody is a member of a group by a token.
CREATE TABLE token_domains (
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    domain_id bigint NOT NULL,
    PRIMARY KEY (user_id, domain_id)
);
CREATE INDEX token_domains_domain ON token_domains (project_id, domain_id);
CALL enforce_tenancy('token_domains');

-- The token for programs by which something was done. It is part of an event's hash where there is one.
ALTER TABLE audit_events ADD COLUMN token_name text NOT NULL DEFAULT '';
