-- Tasks for every part of a device's settings. What is there satisfied a narrower rule: nothing has to be looked at.
ALTER TABLE tasks DROP CONSTRAINT tasks_kind_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_kind_check CHECK (kind IN ('identifiers_save', 'identifiers_delete', 'schedules_save',
    'schedules_delete', 'clear', 'sip_settings', 'sip_calls', 'address', 'additional', 'face_recognition', 'relays', 'floor_map',
    'alpr_camera', 'management_server', 'network')) NOT VALID;
