-- Codes of reservations name them as their origin (5).
UPDATE identifiers i SET origin = 5, origin_ref = r.link_id::text FROM reservation_identifiers r WHERE r.identifier_id = i.id;
