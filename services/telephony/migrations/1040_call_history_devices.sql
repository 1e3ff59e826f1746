-- The list of calls is filtered by device, whichever side it is on.
CREATE INDEX call_history_from_device ON call_history (project_id, from_device_id, created_at DESC, id DESC) WHERE from_device_id <> 0;
CREATE INDEX call_history_to_device ON call_history (project_id, to_device_id, created_at DESC, id DESC) WHERE to_device_id <> 0;
