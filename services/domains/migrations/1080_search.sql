CALL make_searchable('groups', 'group', ARRAY['name']);
