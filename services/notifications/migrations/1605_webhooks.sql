-- Servers of others to which events are sent.
CREATE TABLE webhooks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    name text COLLATE natural_order NOT NULL,
    url text NOT NULL,
    -- Sealed, for "notifications.webhook.secret".
    secret bytea NOT NULL,
    -- The one before, by which messages are signed besides until a moment.
    previous_secret bytea,
    previous_secret_until timestamptz,
    -- Names of the catalogue.
    events text[] NOT NULL,
    -- With the groups below; NULL for the whole project.
    group_id bigint,
    is_enabled boolean NOT NULL,
    -- Why the platform has disabled it: 1 gone, 2 failing, 3 group_deleted; NULL for none of these.
    disabled_reason smallint CHECK (disabled_reason BETWEEN 1 AND 3),
    disabled_at timestamptz,
    -- Since when no message was accepted.
    failing_since timestamptz,
    delivered_at timestamptz,
    -- Too many deliveries wait: no more are stored.
    is_full boolean NOT NULL DEFAULT false,
    -- Events that were not stored since it was enabled.
    dropped bigint NOT NULL DEFAULT 0,
    -- Who vouches for it: it gets what they may view.
    owner_id bigint NOT NULL,
    owner_name text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX webhooks_name ON webhooks (project_id, name, id);
CREATE INDEX webhooks_by_group ON webhooks (project_id, group_id) WHERE group_id IS NOT NULL;
CALL enforce_tenancy('webhooks');

-- Events for a webhook.
CREATE TABLE webhook_deliveries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    webhook_id bigint NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    -- Of the event as it was published: one that is consumed twice is stored once.
    event_id uuid NOT NULL,
    -- By the catalogue's name.
    event text NOT NULL,
    -- What is sent in the order in which it was stored, as device:7.
    lane text NOT NULL,
    -- Where it happened; none for what concerns the whole project.
    group_ids bigint[] NOT NULL,
    -- As it is sent: the signature is of these bytes.
    body text NOT NULL,
    -- 1 pending, 2 delivered, 3 dead
    state smallint NOT NULL DEFAULT 1 CHECK (state BETWEEN 1 AND 3),
    attempts int NOT NULL DEFAULT 0,
    -- Of the last attempt: HTTP status, and a word of the catalogue.
    status int NOT NULL DEFAULT 0,
    error text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    attempted_at timestamptz,
    -- A dead letter when it fails with the next attempt after this.
    expires_at timestamptz NOT NULL,
    finished_at timestamptz,
    UNIQUE (webhook_id, event_id)
);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, state, id);
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, lane, id) WHERE state = 1;
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (state, finished_at) WHERE state > 1;
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (created_at) WHERE state = 1;
CALL enforce_tenancy('webhook_deliveries');

-- Where deliveries of a webhook wait: one lane for each door. The first of a lane is the next that is sent.
CREATE TABLE webhook_lanes (
    webhook_id bigint NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    lane text NOT NULL,
    project_id bigint NOT NULL,
    -- Failures since the last success.
    attempts int NOT NULL DEFAULT 0,
    -- NULL while the webhook is disabled.
    next_attempt_at timestamptz,
    -- While a replica sends its first delivery, until when no other one does.
    leased_until timestamptz,
    PRIMARY KEY (webhook_id, lane)
);
CREATE INDEX webhook_lanes_due ON webhook_lanes (next_attempt_at);
CALL enforce_tenancy('webhook_lanes');
