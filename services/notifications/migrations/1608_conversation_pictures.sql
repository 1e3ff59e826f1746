-- Pictures of messages. The bytes are in the blob store, under conversations/{project_id}/{key}.
CREATE TABLE conversation_pictures (
    key uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    -- NULL until it is sent.
    message_id bigint REFERENCES conversation_messages (id) ON DELETE CASCADE,
    -- In the message, from 0.
    place smallint NOT NULL DEFAULT 0,
    content_type text NOT NULL,
    -- Bytes.
    size int NOT NULL,
    -- Pixels.
    width int NOT NULL,
    height int NOT NULL,
    created_by bigint NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX conversation_pictures_by_message ON conversation_pictures (message_id, place) WHERE message_id IS NOT NULL;
CREATE INDEX conversation_pictures_unsent ON conversation_pictures (project_id, created_by) WHERE message_id IS NULL;
CREATE INDEX conversation_pictures_unsent_by_time ON conversation_pictures (created_at) WHERE message_id IS NULL;
CREATE INDEX conversation_pictures_by_project ON conversation_pictures (project_id);
CALL enforce_tenancy('conversation_pictures');

ALTER TABLE conversations
    -- Pictures of the last message.
    ADD COLUMN last_message_pictures smallint NOT NULL DEFAULT 0;
