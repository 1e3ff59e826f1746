-- Identifiers of reservations of amenities: made, moved and revoked by the events of amenities.
CREATE TABLE reservation_identifiers (
    -- Of the reservation, and the link id of its identifier.
    link_id uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    identifier_id bigint NOT NULL REFERENCES identifiers (id) ON DELETE CASCADE,
    -- Of the newest event about the reservation.
    version bigint NOT NULL,
    -- When it opened a door for the first time.
    used_at timestamptz
);
CREATE INDEX reservation_identifiers_identifier ON reservation_identifiers (identifier_id);
CALL enforce_tenancy('reservation_identifiers');
