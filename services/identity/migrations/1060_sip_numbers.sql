-- Projection: virtual numbers of users, which profiles show. One of nobody stays, so that an old snapshot of it is known
-- for one.
CREATE TABLE sip_numbers (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    user_id bigint,
    number text NOT NULL,
    is_active boolean NOT NULL,
    version bigint NOT NULL
);
CREATE INDEX sip_numbers_user ON sip_numbers (project_id, user_id) WHERE user_id IS NOT NULL;
CALL enforce_tenancy('sip_numbers');
