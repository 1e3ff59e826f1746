-- What mails need of projects and groups: projections of identity's and domains' events.
CREATE TABLE projects (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    name text NOT NULL
);
CALL enforce_tenancy('projects');

CREATE TABLE mail_settings (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    -- False: the installation's own mail server is used.
    is_enabled boolean NOT NULL,
    host text NOT NULL,
    port int NOT NULL,
    -- none, starttls, tls.
    encryption text NOT NULL,
    user_name text NOT NULL,
    -- As domains sealed it; empty for none.
    sealed_password bytea NOT NULL,
    from_email text NOT NULL,
    from_name text NOT NULL
);
CALL enforce_tenancy('mail_settings');

-- The project's under group 0.
CREATE TABLE white_labels (
    project_id bigint NOT NULL,
    group_id bigint NOT NULL,
    version bigint NOT NULL,
    is_enabled boolean NOT NULL,
    name text NOT NULL,
    logo text NOT NULL,
    address text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    PRIMARY KEY (project_id, group_id)
);
CALL enforce_tenancy('white_labels');

CREATE TABLE mail_templates (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    mail_type_id text NOT NULL,
    -- NULL for the project's.
    domain_id bigint,
    locale text NOT NULL CHECK (locale IN ('en', 'ru')),
    subject text NOT NULL,
    body text NOT NULL,
    created_by bigint NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX mail_templates_once ON mail_templates (project_id, mail_type_id, coalesce(domain_id, 0), locale);
CREATE INDEX mail_templates_by_id ON mail_templates (project_id, id);
CREATE INDEX mail_templates_by_group ON mail_templates (project_id, domain_id, id);
CREATE INDEX mail_templates_by_subject ON mail_templates (project_id, subject, id);
CREATE INDEX mail_templates_by_locale ON mail_templates (project_id, locale, id);
CREATE INDEX mail_templates_by_time ON mail_templates (project_id, updated_at, id);
CALL enforce_tenancy('mail_templates');
