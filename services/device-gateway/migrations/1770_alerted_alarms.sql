-- When people were last notified that the alarm was raised; NULL for one of which only late events have come.
ALTER TABLE device_alarms ADD COLUMN alerted_at timestamptz;
UPDATE device_alarms SET alerted_at = created_at WHERE created_at - first_at <= interval '15 minutes';

-- Nobody looks after alarms of devices that were deleted.
UPDATE device_alarms a SET state = 3, processed_at = now() FROM devices d WHERE d.id = a.device_id AND d.deleted AND a.state <> 3;
DELETE FROM alarm_escalations x USING device_alarms a, devices d WHERE a.id = x.alarm_id AND d.id = a.device_id AND d.deleted;
