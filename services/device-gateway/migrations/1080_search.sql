CALL make_searchable('devices', 'device', ARRAY['name', 'serial_number', 'ip_address']);
