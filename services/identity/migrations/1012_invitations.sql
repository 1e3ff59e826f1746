-- Users who were sent a link by which they set a password. One for each user: a new one voids the one before.
CREATE TABLE invitations (
    user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    project_id bigint NOT NULL REFERENCES projects (id),
    -- SHA-256 of the link's token.
    hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
    -- Where it was sent: it is good for this address only.
    email text NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX invitations_expiry ON invitations (expires_at);
CALL enforce_tenancy('invitations');

-- When the last link was sent; stays when the link is outdated.
ALTER TABLE users ADD COLUMN invited_at timestamptz;

-- A user may be without an account until an invitation is taken, so that accounts alone do not keep the e-mails of a
-- project apart.
CREATE UNIQUE INDEX users_email ON users (project_id, lower(email));
