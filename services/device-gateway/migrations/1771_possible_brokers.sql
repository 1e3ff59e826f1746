-- Brokers at which devices may be: they were sent them by an earlier move and have not come since. Such a broker stays connected until
-- they come over another one.
CREATE TABLE possible_brokers (
    device_id bigint NOT NULL REFERENCES devices (id),
    broker_id bigint NOT NULL REFERENCES project_brokers (id) ON DELETE CASCADE,
    project_id bigint NOT NULL,
    -- When the next move began.
    since timestamptz NOT NULL,
    PRIMARY KEY (device_id, broker_id)
);
CREATE INDEX possible_brokers_broker ON possible_brokers (broker_id);
CREATE INDEX possible_brokers_project ON possible_brokers (project_id);
CALL enforce_tenancy('possible_brokers');
