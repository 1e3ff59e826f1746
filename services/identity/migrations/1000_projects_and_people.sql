-- Projects (tenants), the accounts that sign in, and the people and roles of each project.

CREATE TABLE projects (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid uuid NOT NULL UNIQUE,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    -- IANA name.
    time_zone text NOT NULL DEFAULT 'UTC',
    locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'ru')),
    -- Nobody signs in to a suspended project.
    suspended boolean NOT NULL DEFAULT false,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
-- A project is its own tenant, so its id stands where other tables have project_id.
ALTER TABLE projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON projects TO vestibule_app USING (id = app_project()) WITH CHECK (id = app_project());
CREATE POLICY system ON projects TO vestibule_system USING (true) WITH CHECK (true);

-- What a person signs in with, in every project that has them as a user. It belongs to no project, so no
-- project's transaction sees a row of it: there is no policy for the tenant's role.
CREATE TABLE accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text,
    login text,
    -- Argon2id, PHC string format; null until a password is set.
    password_hash text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK (email IS NOT NULL OR login IS NOT NULL),
    -- Keeps login names and e-mails apart, so that a login means one account.
    CHECK (login NOT LIKE '%@%')
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE UNIQUE INDEX accounts_login ON accounts (lower(login));
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON accounts TO vestibule_system USING (true) WITH CHECK (true);

CREATE TABLE roles (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    name text NOT NULL,
    description text,
    permissions text[] NOT NULL,
    -- Made with the project; cannot be deleted.
    is_default boolean NOT NULL DEFAULT false,
    -- Holds every permission of the catalogue, those of later versions as well.
    is_administrator boolean NOT NULL DEFAULT false,
    created_by bigint,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version bigint NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX roles_name ON roles (project_id, lower(name));
CREATE INDEX roles_by_name ON roles (project_id, name, id);
CREATE INDEX roles_by_created_at ON roles (project_id, created_at, id);
CALL enforce_tenancy('roles');

-- The roles that a holder of a role may assign.
CREATE TABLE role_available_roles (
    project_id bigint NOT NULL REFERENCES projects (id),
    role_id bigint NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
    available_role_id bigint NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
    PRIMARY KEY (project_id, role_id, available_role_id)
);
CALL enforce_tenancy('role_available_roles');

CREATE TABLE users (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL REFERENCES projects (id),
    account_id bigint REFERENCES accounts (id),
    role_id bigint NOT NULL REFERENCES roles (id),
    name text NOT NULL,
    description text,
    -- Copies of what the account holds: the account itself is out of a project's sight.
    email text,
    login text,
    has_password boolean NOT NULL DEFAULT false,
    is_active boolean NOT NULL,
    -- When the user was first made active.
    activated_at timestamptz,
    phone text,
    address text,
    locale text NOT NULL CHECK (locale IN ('en', 'ru')),
    -- IANA name; empty means the project's zone.
    time_zone text NOT NULL DEFAULT '',
    -- 1 DD-MM-YYYY, 2 MM-DD-YYYY, 3 YYYY-MM-DD
    time_format smallint NOT NULL DEFAULT 1 CHECK (time_format BETWEEN 1 AND 3),
    -- 1 dec, 2 hex
    identifier_format smallint NOT NULL DEFAULT 1 CHECK (identifier_format BETWEEN 1 AND 2),
    is_app_popup_active boolean NOT NULL DEFAULT true,
    created_by bigint REFERENCES users (id) ON DELETE SET NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    -- One user per account in a project; the index also leads from an account to its users.
    CONSTRAINT users_account UNIQUE (account_id, project_id)
);
CREATE INDEX users_by_name ON users (project_id, name, id);
CREATE INDEX users_by_email ON users (project_id, email, id);
CREATE INDEX users_by_created_at ON users (project_id, created_at, id);
CREATE INDEX users_by_role ON users (project_id, role_id, id);
CREATE INDEX users_by_creator ON users (project_id, created_by);
CREATE INDEX users_creator ON users (created_by);
CALL enforce_tenancy('users');

-- Which groups a user belongs to. The groups are those of the projection: no foreign key, for an event may be late.
CREATE TABLE user_domains (
    project_id bigint NOT NULL REFERENCES projects (id),
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    domain_id bigint NOT NULL,
    PRIMARY KEY (user_id, domain_id)
);
CREATE INDEX user_domains_domain ON user_domains (project_id, domain_id, user_id);
CALL enforce_tenancy('user_domains');
