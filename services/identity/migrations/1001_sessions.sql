-- Sessions: each is one family of refresh tokens, of which the newest alone is valid.
CREATE TABLE sessions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Asked for 30 days in place of 12 hours.
    remember boolean NOT NULL,
    ip text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL,
    refreshed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz
);
CREATE INDEX sessions_of_user ON sessions (project_id, user_id) WHERE revoked_at IS NULL;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CALL enforce_tenancy('sessions');

-- Every refresh token that a session has had, by SHA-256: an old one that comes again gives a theft away.
CREATE TABLE refresh_tokens (
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    project_id bigint NOT NULL REFERENCES projects (id),
    session_id bigint NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    used_at timestamptz
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
CALL enforce_tenancy('refresh_tokens');
