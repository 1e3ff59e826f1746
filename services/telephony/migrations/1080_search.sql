CALL make_searchable('sip_numbers', 'sip_number', ARRAY['number', 'name']);
