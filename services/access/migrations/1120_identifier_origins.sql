-- 1 manual, 2 import, 3 structure, 4 guest, 5 reservation, 6 ukey2. Of those that were there before only ukey2 are known not
-- to be entered by hand.
ALTER TABLE identifiers ADD COLUMN origin smallint NOT NULL DEFAULT 1 CHECK (origin BETWEEN 1 AND 6);
-- What it comes from, as a reservation: an event that comes twice makes one identifier.
ALTER TABLE identifiers ADD COLUMN origin_ref text;
UPDATE identifiers SET origin = 6 WHERE type = 3;
CREATE UNIQUE INDEX identifiers_origin_ref ON identifiers (project_id, origin, origin_ref) WHERE origin_ref IS NOT NULL;
