ALTER TABLE events
    -- What the device's clock said, where that was far ahead: `created_at` is then the time of arrival.
    ADD COLUMN device_created_at timestamptz;
-- An event is known by its number and the time that the device gave it.
CREATE UNIQUE INDEX events_once_by_device ON events (device_id, device_event_id, (coalesce(device_created_at, created_at)));
DROP INDEX events_once_at;
