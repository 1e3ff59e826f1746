-- Settings of a project, a document for each area; an area without a row has the defaults.
CREATE TABLE project_settings (
    project_id bigint NOT NULL,
    -- general, mail, sip, push-server, whitelabel, apple-wallet.
    area text NOT NULL,
    -- As the API names the fields; secrets are sealed.
    settings jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (project_id, area)
);
CALL enforce_tenancy('project_settings');

-- How often a project's settings were changed: the version that other services are told. Also the lock of a change.
CREATE TABLE project_settings_versions (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL
);
CALL enforce_tenancy('project_settings_versions');

-- Codes with which people register themselves: whoever has one says no project, so it is one project's only.
CREATE TABLE invitation_codes (
    project_id bigint PRIMARY KEY,
    code text NOT NULL,
    CONSTRAINT invitation_codes_code UNIQUE (code)
);
CALL enforce_tenancy('invitation_codes');
