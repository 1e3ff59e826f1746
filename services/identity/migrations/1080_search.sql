CALL make_searchable('users', 'user', ARRAY['name', 'email', 'login', 'phone']);
