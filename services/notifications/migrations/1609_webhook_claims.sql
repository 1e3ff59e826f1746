-- Of each webhook the first lanes that are due, whatever waits for others. The lanes of disabled webhooks are left out.
DROP INDEX webhook_lanes_due;
CREATE INDEX webhook_lanes_due ON webhook_lanes (webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
