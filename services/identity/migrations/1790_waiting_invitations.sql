-- Invitations that a project has sent within the hour that began then.
CREATE TABLE invitation_hours (
    project_id bigint PRIMARY KEY REFERENCES projects (id),
    began_at timestamptz NOT NULL,
    sent int NOT NULL
);
CALL enforce_tenancy('invitation_hours');

-- Users who are to be invited once the project may send more.
CREATE TABLE waiting_invitations (
    user_id bigint PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    project_id bigint NOT NULL REFERENCES projects (id),
    -- The name of whoever invites them.
    inviter text NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX waiting_invitations_of_project ON waiting_invitations (project_id, created_at, user_id);
CALL enforce_tenancy('waiting_invitations');
