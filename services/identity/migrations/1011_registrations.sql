-- People on their way in. Nobody is a user, and no e-mail is taken, before it is confirmed.

-- By oneself: a code of six digits proves the e-mail.
CREATE TABLE registrations (
    -- SHA-256 of what names the registration to whoever began it.
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    project_id bigint NOT NULL REFERENCES projects (id),
    name text NOT NULL,
    email text NOT NULL,
    locale text NOT NULL CHECK (locale IN ('en', 'ru')),
    password_hash text NOT NULL,
    -- SHA-256 of the code and what names the registration; null where the e-mail is known and no code will do.
    code_hash bytea CHECK (length(code_hash) = 32),
    wrong_codes smallint NOT NULL DEFAULT 0,
    code_sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX registrations_expiry ON registrations (expires_at);
CALL enforce_tenancy('registrations');

-- With a project's invitation code: a mailed link proves the e-mail.
CREATE TABLE self_registrations (
    -- SHA-256 of the link's token.
    hash bytea PRIMARY KEY CHECK (length(hash) = 32),
    project_id bigint NOT NULL REFERENCES projects (id),
    -- Under which domains makes the group once, however often it is asked.
    key uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    locale text NOT NULL CHECK (locale IN ('en', 'ru')),
    password_hash text NOT NULL,
    role_id bigint NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
    object_name text NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX self_registrations_role ON self_registrations (role_id);
CREATE INDEX self_registrations_expiry ON self_registrations (expires_at);
CALL enforce_tenancy('self_registrations');
