-- Which classes there are is the contract's.
ALTER TABLE notifications DROP CONSTRAINT IF EXISTS notifications_type_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_type_check CHECK (type > 0);
ALTER TABLE notification_settings DROP CONSTRAINT IF EXISTS notification_settings_type_check;
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_type_check CHECK (type > 0);
-- NULL: as the class has it.
ALTER TABLE notification_settings ADD COLUMN push boolean;

-- Browsers to which notifications of a user are pushed.
CREATE TABLE push_subscriptions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    -- Ended, it takes the subscription with it.
    session_id bigint NOT NULL,
    endpoint text NOT NULL,
    -- SHA-256
    endpoint_hash bytea NOT NULL,
    -- The browser's public key, uncompressed, and its secret.
    p256dh bytea NOT NULL CHECK (length(p256dh) = 65),
    auth bytea NOT NULL CHECK (length(auth) = 16),
    created_at timestamptz NOT NULL,
    -- When the browser last said that it is there.
    renewed_at timestamptz NOT NULL,
    UNIQUE (project_id, endpoint_hash)
);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (project_id, user_id, renewed_at);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);
CREATE INDEX push_subscriptions_by_time ON push_subscriptions (renewed_at);
CALL enforce_tenancy('push_subscriptions');

-- Notifications that are on their way to browsers; one that is read, or gives way to a newer one, is not sent.
CREATE TABLE push_messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    subscription_id bigint NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
    notification_id bigint NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
    attempts smallint NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX push_messages_due ON push_messages (next_attempt_at, id);
CREATE INDEX push_messages_by_subscription ON push_messages (subscription_id);
CREATE INDEX push_messages_by_notification ON push_messages (notification_id);
CALL enforce_tenancy('push_messages');
