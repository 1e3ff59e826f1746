-- Codes of reservations that are over are in no rule.
DELETE FROM rule_identifiers x USING identifiers i
WHERE i.id = x.identifier_id AND i.origin = 5 AND (i.revoked_at IS NOT NULL OR i.period_restrict_active AND i.period_restrict_to <= now());

-- The pages of guests are closed while their project is suspended.
ALTER TABLE projects ADD COLUMN suspended boolean NOT NULL DEFAULT false;
