-- What domains says of a project's settings, as far as people's accounts need it. No foreign key: the event tells.
CREATE TABLE project_settings (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    -- Anybody may register with an e-mail, as this role in this group.
    registration_enabled boolean NOT NULL,
    registration_role_id bigint NOT NULL,
    registration_domain_id bigint NOT NULL,
    -- Who has the invitation code may register with an object of their own, as one of the types.
    self_registration_enabled boolean NOT NULL,
    invitation_code text NOT NULL,
    -- [{"name": "owner", "role_id": 3}]
    user_types jsonb NOT NULL,
    object_names text[] NOT NULL,
    -- Of new users: 1 dec, 2 hex
    identifier_format smallint NOT NULL CHECK (identifier_format BETWEEN 1 AND 2)
);
-- A code leads to its project, hence before there is one.
CREATE INDEX project_settings_invitation_code ON project_settings (invitation_code) WHERE self_registration_enabled;
CALL enforce_tenancy('project_settings');
