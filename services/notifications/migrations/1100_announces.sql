CREATE TABLE announces (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL DEFAULT 1,
    name text NOT NULL,
    description text,
    subject text NOT NULL,
    -- 1 info, 2 poll
    type smallint NOT NULL CHECK (type BETWEEN 1 AND 2),
    -- 1 new, 2 scheduled, 3 sending, 4 active, 5 stopped, 6 completed
    status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 6),
    -- {questions: [{text, answers}], poll_multi_answers_allowed, poll_user_answer_allowed}
    type_info jsonb NOT NULL,
    -- 1 email, 2 app, 3 both
    send_via smallint NOT NULL CHECK (send_via BETWEEN 1 AND 3),
    -- Sanitised HTML.
    body text NOT NULL,
    use_owner_info boolean NOT NULL,
    is_anonymous boolean NOT NULL,
    execute_at timestamptz,
    ends_at timestamptz,
    -- When the clock changes the status next: the sending of a scheduled one, the end of an active one.
    due_at timestamptz,
    started_by bigint,
    started_by_name text NOT NULL DEFAULT '',
    started_at timestamptz,
    finished_at timestamptz,
    -- Recipients up to this user have their rows.
    send_cursor bigint NOT NULL DEFAULT 0,
    -- Of a reminder that is being sent: recipients up to this row have it. NULL for none.
    remind_cursor bigint,
    reminded_at timestamptz,
    created_by bigint NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE INDEX announces_due ON announces (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX announces_due_of_project ON announces (project_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX announces_sending ON announces (id) WHERE status = 3;
CREATE INDEX announces_reminding ON announces (id) WHERE remind_cursor IS NOT NULL;
CREATE INDEX announces_by_time ON announces (project_id, created_at, id);
CREATE INDEX announces_by_name ON announces (project_id, name, id);
CREATE INDEX announces_by_subject ON announces (project_id, subject, id);
CREATE INDEX announces_by_execution ON announces (project_id, execute_at, id);
CREATE INDEX announces_by_creator ON announces (project_id, created_by, created_at, id);
CALL enforce_tenancy('announces');

CREATE TABLE announce_groups (
    announce_id bigint NOT NULL REFERENCES announces (id) ON DELETE CASCADE,
    group_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (announce_id, group_id)
);
CREATE INDEX announce_groups_by_group ON announce_groups (group_id, announce_id);
CALL enforce_tenancy('announce_groups');

CREATE TABLE announce_users (
    announce_id bigint NOT NULL REFERENCES announces (id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (announce_id, user_id)
);
CREATE INDEX announce_users_by_user ON announce_users (user_id, announce_id);
CALL enforce_tenancy('announce_users');

-- Made when an announce is sent, each person once.
CREATE TABLE announce_recipients (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    announce_id bigint NOT NULL REFERENCES announces (id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    -- 1 queued, 2 sent, 3 failed, 4 read, 5 answered
    state smallint NOT NULL CHECK (state BETWEEN 1 AND 5),
    has_email boolean NOT NULL,
    -- SHA-256 of the token of the person's own page, and the token, sealed.
    token_hash bytea NOT NULL UNIQUE,
    sealed_token bytea NOT NULL,
    -- Of the queue of mails; NULL for who got none.
    mail_id bigint,
    read_at timestamptz,
    answered_at timestamptz,
    reminded_at timestamptz,
    UNIQUE (announce_id, user_id)
);
CREATE INDEX announce_recipients_by_user ON announce_recipients (user_id, announce_id);
CREATE INDEX announce_recipients_by_mail ON announce_recipients (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX announce_recipients_by_state ON announce_recipients (announce_id, state, id);
CREATE INDEX announce_recipients_answered ON announce_recipients (project_id, answered_at, id) WHERE state = 5;
CALL enforce_tenancy('announce_recipients');

CREATE TABLE announce_answers (
    recipient_id bigint NOT NULL REFERENCES announce_recipients (id) ON DELETE CASCADE,
    -- Place of the question, from 0; of the answers likewise.
    question smallint NOT NULL,
    project_id bigint NOT NULL,
    announce_id bigint NOT NULL,
    answers smallint[] NOT NULL,
    -- In the person's own words; empty for none.
    own_answer text NOT NULL,
    PRIMARY KEY (recipient_id, question)
);
CREATE INDEX announce_answers_by_announce ON announce_answers (announce_id, question);
CALL enforce_tenancy('announce_answers');

-- Mails of an announce leave the queue after all others: nobody waits ten thousand mails for a code.
ALTER TABLE mails ADD COLUMN is_bulk boolean NOT NULL DEFAULT false;
DROP INDEX mails_due;
CREATE INDEX mails_due ON mails (is_bulk, next_attempt_at, id) WHERE state = 1;
