-- Important notifications are sent before what waits for the many recipients of an announce.
ALTER TABLE push_messages ADD COLUMN is_urgent boolean NOT NULL DEFAULT false;
CREATE INDEX push_messages_order ON push_messages (is_urgent DESC, next_attempt_at, id);
DROP INDEX push_messages_due;
