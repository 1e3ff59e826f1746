-- Keys of the licence server that are being activated, or were. The secret of a seat is decided and stored before the server is
-- asked: whoever enters the key once more, at the same time or after a crash, asks for the same seat.
CREATE TABLE license_activations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    -- NULL: nobody wants the seat any more, and the server is to hear that.
    key_digest bytea,
    -- Sealed.
    license_key bytea NOT NULL,
    seat_secret bytea NOT NULL,
    -- Of the licence of a seat that nobody wants any more.
    license_uid uuid,
    -- NULL until the licence is here.
    license_id bigint REFERENCES licenses (id),
    asked_at timestamptz NOT NULL,
    UNIQUE (project_id, key_digest)
);
CREATE INDEX license_activations_open ON license_activations (asked_at) WHERE license_id IS NULL;
CREATE INDEX license_activations_license ON license_activations (license_id) WHERE license_id IS NOT NULL;
CALL enforce_tenancy('license_activations');
