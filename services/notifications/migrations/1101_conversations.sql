CREATE TABLE conversations (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    subject text NOT NULL,
    -- Who began it.
    user_id bigint NOT NULL,
    -- Of two people the other one; NULL for one with the staff of a group.
    peer_id bigint,
    -- The group whose staff answers; NULL for one of two people.
    group_id bigint,
    -- 1 open, 2 taken, 3 closed; of two people always open.
    status smallint NOT NULL DEFAULT 1 CHECK (status BETWEEN 1 AND 3),
    taken_by bigint,
    -- What whoever began it chose, so that a repeated request makes one.
    request_id uuid NOT NULL,
    last_message_id bigint NOT NULL DEFAULT 0,
    last_message_at timestamptz NOT NULL,
    last_message_user_id bigint NOT NULL,
    -- Its beginning.
    last_message text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL,
    UNIQUE (project_id, user_id, request_id),
    CHECK ((peer_id IS NULL) <> (group_id IS NULL))
);
CREATE INDEX conversations_by_last_message ON conversations (project_id, last_message_at, id);
CREATE INDEX conversations_by_time ON conversations (project_id, created_at, id);
CREATE INDEX conversations_by_subject ON conversations (project_id, subject, id);
CREATE INDEX conversations_by_user ON conversations (project_id, user_id, last_message_at, id);
CREATE INDEX conversations_by_peer ON conversations (project_id, peer_id, last_message_at, id) WHERE peer_id IS NOT NULL;
CREATE INDEX conversations_by_group ON conversations (project_id, group_id, last_message_at, id) WHERE group_id IS NOT NULL;
CALL enforce_tenancy('conversations');

CREATE TABLE conversation_messages (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    message text NOT NULL,
    request_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (conversation_id, user_id, request_id)
);
CREATE INDEX conversation_messages_by_conversation ON conversation_messages (conversation_id, id);
CALL enforce_tenancy('conversation_messages');

-- How far each of those who take part has read.
CREATE TABLE conversation_cursors (
    conversation_id bigint NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    user_id bigint NOT NULL,
    project_id bigint NOT NULL,
    read_id bigint NOT NULL,
    PRIMARY KEY (conversation_id, user_id)
);
CALL enforce_tenancy('conversation_cursors');
