-- Calls that the platform keeps, while they last.
CREATE TABLE speeches (
    -- {shard}-{uuid}
    id text PRIMARY KEY,
    project_id bigint NOT NULL,
    shard integer NOT NULL,
    type text NOT NULL CHECK (type IN ('normal', 'awaiting')),
    status text NOT NULL CHECK (status IN ('new', 'calling', 'answered', 'waiting', 'answered_waiting')),
    caller text NOT NULL,
    callee text NOT NULL,
    answered_by text,
    is_sos boolean NOT NULL,
    -- Numbers that may take it, and are told of it.
    candidates text[] NOT NULL,
    -- Of the caller: {"address", "user": {"id", "name"}, "device": {"id", "name"}}.
    info jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX speeches_shard ON speeches (shard);
CREATE INDEX speeches_project ON speeches (project_id, created_at, id);
CREATE INDEX speeches_candidates ON speeches USING gin (candidates);
CALL enforce_tenancy('speeches');

CREATE TABLE call_history (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    -- The speech: one row each, however often it is written.
    speech_id text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    status text NOT NULL CHECK (status IN ('answered', 'noanswer', 'busy', 'cancel', 'failed')),
    type text NOT NULL CHECK (type IN ('normal', 'awaiting')),
    -- Seconds.
    duration integer NOT NULL CHECK (duration >= 0),
    is_sos boolean NOT NULL,
    -- Both sides as they were at the time of the call; 0 for no such user, device or group.
    from_number text NOT NULL,
    from_name text NOT NULL,
    from_user_id bigint NOT NULL,
    from_user_name text NOT NULL,
    from_device_id bigint NOT NULL,
    from_device_name text NOT NULL,
    from_domain_id bigint NOT NULL,
    from_domain_name text NOT NULL,
    to_number text NOT NULL,
    to_name text NOT NULL,
    to_user_id bigint NOT NULL,
    to_user_name text NOT NULL,
    to_device_id bigint NOT NULL,
    to_device_name text NOT NULL,
    to_domain_id bigint NOT NULL,
    to_domain_name text NOT NULL,
    -- '' and 0 when nobody answered.
    answered_number text NOT NULL,
    answered_name text NOT NULL,
    answered_user_id bigint NOT NULL,
    answered_user_name text NOT NULL
);
CREATE INDEX call_history_created_at ON call_history (project_id, created_at DESC, id DESC);
CREATE INDEX call_history_sos ON call_history (project_id, created_at DESC, id DESC) WHERE is_sos;
CREATE INDEX call_history_from_number ON call_history (project_id, from_number, created_at DESC, id DESC);
CREATE INDEX call_history_to_number ON call_history (project_id, to_number, created_at DESC, id DESC);
CREATE INDEX call_history_from_user ON call_history (project_id, from_user_id, created_at DESC, id DESC) WHERE from_user_id <> 0;
CREATE INDEX call_history_to_user ON call_history (project_id, to_user_id, created_at DESC, id DESC) WHERE to_user_id <> 0;
CREATE INDEX call_history_answered_user ON call_history (project_id, answered_user_id, created_at DESC, id DESC) WHERE answered_user_id <> 0;
CREATE INDEX call_history_from_domain ON call_history (project_id, from_domain_id, created_at DESC, id DESC);
CREATE INDEX call_history_to_domain ON call_history (project_id, to_domain_id, created_at DESC, id DESC);
CREATE INDEX call_history_old ON call_history (created_at);
CALL enforce_tenancy('call_history');

CREATE TABLE interceptions (
    user_id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    is_active boolean NOT NULL,
    updated_at timestamptz NOT NULL
);
CALL enforce_tenancy('interceptions');

CREATE TABLE interception_groups (
    user_id bigint NOT NULL REFERENCES interceptions (user_id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    is_selected boolean NOT NULL,
    PRIMARY KEY (user_id, group_id)
);
CREATE INDEX interception_groups_group ON interception_groups (group_id, user_id);
CALL enforce_tenancy('interception_groups');
