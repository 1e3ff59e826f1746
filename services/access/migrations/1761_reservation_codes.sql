-- An identifier that is deleted leaves the version of its reservation here, so that no later event makes another one; so does a
-- reservation that ended before it had one.
ALTER TABLE reservation_identifiers ALTER COLUMN identifier_id DROP NOT NULL;
ALTER TABLE reservation_identifiers DROP CONSTRAINT reservation_identifiers_identifier_id_fkey;
ALTER TABLE reservation_identifiers
    ADD CONSTRAINT reservation_identifiers_identifier_id_fkey FOREIGN KEY (identifier_id) REFERENCES identifiers (id) ON DELETE SET NULL;

-- Codes of reservations that are over are in no rule.
DELETE FROM rule_identifiers x USING identifiers i
WHERE i.id = x.identifier_id AND i.origin = 5 AND (i.revoked_at IS NOT NULL OR i.period_restrict_active AND i.period_restrict_to <= now());

-- The pages of guests are closed while their project is suspended.
ALTER TABLE projects ADD COLUMN suspended boolean NOT NULL DEFAULT false;
