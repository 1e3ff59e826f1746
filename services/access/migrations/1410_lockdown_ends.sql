-- When a lockdown ends by itself, whatever becomes of the event that says so. Null: one from before this column.
ALTER TABLE lockdowns ADD COLUMN ends_at timestamptz;
CREATE INDEX lockdowns_ending ON lockdowns (ends_at) WHERE is_active;
