-- A panel that was reset or replaced numbers its events anew: an event is known by its number and its time.
CREATE UNIQUE INDEX events_once_at ON events (device_id, device_event_id, created_at);
DROP INDEX events_once;
