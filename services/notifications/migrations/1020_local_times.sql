-- The zone and the format in which mails name a time: UTC and DD-MM-YYYY until domains tells of the project's settings.
CREATE TABLE local_times (
    project_id bigint PRIMARY KEY,
    version bigint NOT NULL,
    -- IANA name.
    time_zone text NOT NULL,
    -- DD-MM-YYYY, MM-DD-YYYY or YYYY-MM-DD.
    time_format text NOT NULL
);
CALL enforce_tenancy('local_times');
