-- Users, from identity: an alarm is given back when whoever has taken it is suspended or deleted. A row comes with the first snapshot, or
-- with the first alarm that the user takes: then with version 0.
CREATE TABLE users (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    is_active boolean NOT NULL
);
CREATE INDEX users_project ON users (project_id);
CALL enforce_tenancy('users');

CREATE INDEX device_alarms_taken ON device_alarms (project_id, taken_by) WHERE taken_by IS NOT NULL AND state <> 3;
