-- Guests' keys that are revoked are in no rule: every list that is made of a rule read them.
DELETE FROM rule_identifiers x USING identifiers i WHERE i.id = x.identifier_id AND i.origin = 4 AND i.revoked_at IS NOT NULL;
