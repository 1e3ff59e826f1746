-- The photo that devices learn a face from. It lies in the store of files, sealed.
CREATE TABLE identifier_photos (
    identifier_id bigint PRIMARY KEY REFERENCES identifiers (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    blob text NOT NULL,
    size int NOT NULL,
    -- In hexadecimal.
    sha256 text NOT NULL,
    -- NULL where the project wants no consent and none was given.
    consent_at timestamptz,
    consent_by bigint,
    taken_at timestamptz NOT NULL
);
CALL enforce_tenancy('identifier_photos');
CREATE INDEX identifier_photos_blob ON identifier_photos (blob);

-- Files that no row names any more, until they are deleted.
CREATE TABLE erased_photos (
    blob text PRIMARY KEY,
    project_id bigint NOT NULL
);
CALL enforce_tenancy('erased_photos');

-- However a photo goes, with its identifier or by another one, its file goes.
CREATE FUNCTION note_erased_photo() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR OLD.blob <> NEW.blob THEN
        INSERT INTO erased_photos (blob, project_id) VALUES (OLD.blob, OLD.project_id) ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER identifier_photos_erased AFTER DELETE OR UPDATE OF blob ON identifier_photos FOR EACH ROW EXECUTE FUNCTION note_erased_photo();

-- Whether a photo is taken without a consent, too.
CREATE TABLE face_settings (
    project_id bigint PRIMARY KEY,
    is_consent_optional boolean NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('face_settings');

-- How passes of wallets look; group_id is 0 for the project's own.
CREATE TABLE wallet_looks (
    project_id bigint NOT NULL,
    group_id bigint NOT NULL,
    is_enabled boolean NOT NULL,
    look jsonb NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (project_id, group_id)
);
CALL enforce_tenancy('wallet_looks');

-- What signs a project's passes for the Apple Wallet. PEM; the key is sealed.
CREATE TABLE wallet_certificates (
    project_id bigint PRIMARY KEY,
    certificate text NOT NULL,
    intermediate text NOT NULL,
    sealed_key bytea NOT NULL,
    version bigint NOT NULL
);
CALL enforce_tenancy('wallet_certificates');

-- Lifts go to public floors only for the user.
ALTER TABLE people ADD COLUMN elevator_access_disabled boolean NOT NULL DEFAULT false;

-- The hours of a recurring key: weekdays, from and to, in the project's zone. NULL for at any time.
ALTER TABLE guest_keys ADD COLUMN hours jsonb;
-- Doors that have refused the key in a row.
ALTER TABLE guest_keys ADD COLUMN refusals int NOT NULL DEFAULT 0;
