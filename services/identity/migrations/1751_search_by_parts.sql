-- Users are searched for by parts of their texts, of a million as of a hundred (docs/adr/0120).
CALL make_searchable_by_parts('users', ARRAY['name', 'email', 'login']);
