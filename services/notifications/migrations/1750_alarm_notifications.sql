-- Unread notifications of an alarm that was raised, by the alarm: they are read for everybody once somebody has processed it.
CREATE INDEX notifications_of_alarm ON notifications (project_id, (data->'alarm_id')) WHERE read_at IS NULL AND type = 10;
