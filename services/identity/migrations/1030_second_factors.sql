-- What an account proves itself with besides its password, or in its place. Like accounts these belong to no project.

-- An authenticator application.
CREATE TABLE account_totp (
    account_id bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    -- Sealed.
    secret bytea NOT NULL,
    -- Null until a first code has shown that the application holds the secret.
    confirmed_at timestamptz,
    -- The time step of the last code that was taken: a code counts once.
    last_step bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL
);
ALTER TABLE account_totp ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON account_totp TO vestibule_system USING (true) WITH CHECK (true);

-- Recovery codes that are left; one that was used is gone.
CREATE TABLE account_recovery_codes (
    account_id bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- SHA-256: a code is random and long enough.
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (account_id, hash)
);
ALTER TABLE account_recovery_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON account_recovery_codes TO vestibule_system USING (true) WITH CHECK (true);

CREATE TABLE account_passkeys (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name text NOT NULL,
    -- As the authenticator names it.
    credential_id bytea NOT NULL,
    -- Public key, counter and backup state, as webauthn-rs writes them.
    credential jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT account_passkeys_credential UNIQUE (credential_id)
);
CREATE INDEX account_passkeys_account ON account_passkeys (account_id, created_at, id);
ALTER TABLE account_passkeys ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON account_passkeys TO vestibule_system USING (true) WITH CHECK (true);

-- What an authenticator knows the account by: it tells nobody anything.
ALTER TABLE accounts ADD COLUMN handle uuid NOT NULL UNIQUE DEFAULT gen_random_uuid();
