-- Calls by which people are told of alarms that nobody has taken: each is placed by the process that has claimed it. Rows that are over
-- are deleted.
CREATE TABLE alarm_calls (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    alarm_id bigint NOT NULL,
    -- Of the alarm's escalation, from 1.
    step int NOT NULL,
    device_id bigint NOT NULL,
    device_name text NOT NULL,
    domain_id bigint NOT NULL,
    domain_name text NOT NULL,
    -- Whose phones ring.
    user_ids bigint[] NOT NULL,
    created_at timestamptz NOT NULL,
    -- It is not placed later than this.
    expires_at timestamptz NOT NULL,
    -- How often it was claimed.
    attempts int NOT NULL DEFAULT 0,
    -- Of the claim that places it now; NULL for none.
    claim uuid,
    -- The claim is renewed until the call is over. After this time another process may claim the call; before the first claim, when it
    -- may be claimed.
    claimed_until timestamptz NOT NULL,
    -- The trace of the event.
    traceparent text,
    -- A step is called once, however often its event comes.
    UNIQUE (project_id, alarm_id, step)
);
CREATE INDEX alarm_calls_due ON alarm_calls (claimed_until);
CALL enforce_tenancy('alarm_calls');
