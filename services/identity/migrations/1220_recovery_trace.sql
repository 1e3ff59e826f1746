-- In whose trace a recovery was asked for: the mail belongs there.
ALTER TABLE recovery_requests ADD COLUMN traceparent text;
