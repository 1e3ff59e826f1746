-- `number` is what people read, `unique_value` the same for every way to write a card: bytes in hexadecimal.
CALL make_searchable('identifiers', 'identifier', ARRAY['name', 'number', 'unique_value']);
CALL make_searchable('access_rules', 'access_rule', ARRAY['name']);
CALL make_searchable('time_rules', 'time_rule', ARRAY['name']);
