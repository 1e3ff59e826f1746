-- Restarts of the SIP edge, which serves every project: one is under way at most, whoever asked for it.
CREATE TABLE sip_restarts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    user_id bigint NOT NULL,
    user_name text NOT NULL,
    started_at timestamptz NOT NULL,
    -- NULL while it is under way.
    ended_at timestamptz
);
CREATE UNIQUE INDEX sip_restarts_one ON sip_restarts ((true)) WHERE ended_at IS NULL;
CREATE INDEX sip_restarts_project ON sip_restarts (project_id, started_at DESC);
CALL enforce_tenancy('sip_restarts');
