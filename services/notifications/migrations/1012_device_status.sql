-- Whom a group's settings name to be told of its devices, and where they get mail. Of users whom an earlier release knew
-- it is not known until identity tells of them again: NULL.
ALTER TABLE users ADD COLUMN name text;
ALTER TABLE users ADD COLUMN email text;
ALTER TABLE users ADD COLUMN locale text;

CREATE TABLE device_status_settings (
    project_id bigint NOT NULL,
    group_id bigint NOT NULL,
    version bigint NOT NULL,
    -- 0 for nobody.
    user_id bigint NOT NULL,
    of_offline boolean NOT NULL,
    of_failed_tasks boolean NOT NULL,
    PRIMARY KEY (project_id, group_id)
);
CALL enforce_tenancy('device_status_settings');

-- How many of a kind somebody was sent lately.
CREATE INDEX mails_to ON mails (project_id, kind, to_email, created_at);
