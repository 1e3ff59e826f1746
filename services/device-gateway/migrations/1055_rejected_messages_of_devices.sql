-- The newest rejected messages are kept of each device, so that no device pushes out those of others.
CREATE INDEX rejected_messages_device ON rejected_messages (device_id, id);
