-- Who is notified of alarms that nobody takes: settings of groups, from domains. `steps`: [{after_seconds, by, recipients: [{id, name}]}].
CREATE TABLE alarm_escalation_settings (
    project_id bigint NOT NULL,
    group_id bigint NOT NULL,
    version bigint NOT NULL,
    steps jsonb NOT NULL,
    PRIMARY KEY (project_id, group_id)
);
CALL enforce_tenancy('alarm_escalation_settings');

-- The steps of each alarm as they were when it was raised.
CREATE TABLE alarm_escalations (
    alarm_id bigint PRIMARY KEY REFERENCES device_alarms (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    steps jsonb NOT NULL,
    -- From 0; all were taken when it is their number.
    next_step int NOT NULL DEFAULT 0,
    -- Of the next step; NULL while somebody has the alarm and after the last one.
    due_at timestamptz
);
CREATE INDEX alarm_escalations_due ON alarm_escalations (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alarm_escalations_project ON alarm_escalations (project_id);
CALL enforce_tenancy('alarm_escalations');

ALTER TABLE device_alarm_logs DROP CONSTRAINT device_alarm_logs_change_check;
ALTER TABLE device_alarm_logs
    -- 7 escalated
    ADD CONSTRAINT device_alarm_logs_change_check CHECK (change BETWEEN 1 AND 7),
    -- Of an escalation: its step from 1, and by what.
    ADD COLUMN step int,
    ADD COLUMN means text,
    ADD COLUMN recipients jsonb;
