-- Mails on their way out.
CREATE TABLE mails (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id bigint NOT NULL,
    -- The event that asked for it: one that comes twice sends once.
    event_id uuid NOT NULL UNIQUE,
    kind text NOT NULL,
    to_email text NOT NULL,
    to_name text NOT NULL,
    locale text NOT NULL,
    -- The group whose template and white label are used; NULL for the project's.
    domain_id bigint,
    -- Values of the macros as JSON, sealed: codes and links. NULL once the mail is out of the queue.
    sealed_values bytea,
    -- 1 queued, 2 sent, 3 failed.
    state smallint NOT NULL CHECK (state BETWEEN 1 AND 3),
    attempts int NOT NULL DEFAULT 0,
    -- While a replica sends it: when another may take it over.
    next_attempt_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    finished_at timestamptz,
    -- It waits because there is no mail server to send it by.
    has_no_server boolean NOT NULL DEFAULT false,
    -- What the last attempt ended with; empty for nothing.
    error text NOT NULL DEFAULT '',
    -- The user who had it sent at once, as a test or preview: it was never in the queue. NULL for all others.
    sent_by bigint
);
CREATE INDEX mails_due ON mails (next_attempt_at, id) WHERE state = 1;
CREATE INDEX mails_waiting ON mails (project_id, id) WHERE state = 1;
CREATE INDEX mails_finished ON mails (finished_at) WHERE state <> 1;
CREATE INDEX mails_finished_of_project ON mails (project_id, id) WHERE state <> 1;
CREATE INDEX mails_sent_by ON mails (project_id, sent_by, created_at) WHERE sent_by IS NOT NULL;
CALL enforce_tenancy('mails');
