-- What users were told. `type` is the contract's NotificationClass, `significance` its Significance.
CREATE TABLE notifications (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    type smallint NOT NULL CHECK (type BETWEEN 1 AND 12),
    significance smallint NOT NULL CHECK (significance BETWEEN 1 AND 2),
    -- The device event it speaks of; NULL for one that speaks of none.
    event_id bigint,
    data jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    read_at timestamptz,
    -- An event that arrives twice tells once.
    CONSTRAINT notifications_once UNIQUE (event_id, user_id, type)
);
CREATE INDEX notifications_of_user ON notifications (project_id, user_id, id);
CREATE INDEX notifications_unread ON notifications (project_id, user_id, significance, id) WHERE read_at IS NULL;
CALL enforce_tenancy('notifications');

-- Choices that users made; a class without a row is as the platform has it.
CREATE TABLE notification_settings (
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    type smallint NOT NULL CHECK (type BETWEEN 1 AND 12),
    acs boolean NOT NULL,
    PRIMARY KEY (user_id, type)
);
CREATE INDEX notification_settings_by_user ON notification_settings (project_id, user_id);
CALL enforce_tenancy('notification_settings');
