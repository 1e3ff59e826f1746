-- A project's OpenID Connect provider.
CREATE TABLE identity_providers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    is_enabled boolean NOT NULL,
    -- Shown on the sign-in page to everybody.
    is_listed boolean NOT NULL,
    name text NOT NULL,
    issuer_url text NOT NULL,
    client_id text NOT NULL,
    -- Sealed.
    client_secret bytea,
    scopes text[] NOT NULL,
    -- Of a user who is made at the first sign-in; nobody is made where either is null.
    role_id bigint REFERENCES roles (id) ON DELETE SET NULL,
    domain_id bigint,
    updated_at timestamptz NOT NULL,
    CONSTRAINT identity_providers_project UNIQUE (project_id)
);
CREATE INDEX identity_providers_role ON identity_providers (role_id);
CREATE INDEX identity_providers_listed ON identity_providers (name, id) WHERE is_enabled AND is_listed;
CALL enforce_tenancy('identity_providers');

-- Who of the provider is who here: an e-mail may pass to somebody else, a subject never does.
CREATE TABLE provider_subjects (
    project_id bigint NOT NULL REFERENCES projects (id),
    provider_id bigint NOT NULL REFERENCES identity_providers (id) ON DELETE CASCADE,
    subject text NOT NULL,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (project_id, provider_id, subject)
);
CREATE INDEX provider_subjects_provider ON provider_subjects (provider_id);
CREATE INDEX provider_subjects_user ON provider_subjects (user_id);
CALL enforce_tenancy('provider_subjects');
