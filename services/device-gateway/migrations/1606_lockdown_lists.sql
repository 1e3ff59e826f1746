-- Versions of lists that access has made for a lockdown and for its end: they may come before notifications' run or its end.
CREATE TABLE lockdown_lists (
    run_id bigint NOT NULL,
    device_id bigint NOT NULL,
    is_released boolean NOT NULL,
    project_id bigint NOT NULL,
    version bigint NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (run_id, device_id, is_released)
);
CREATE INDEX lockdown_lists_received ON lockdown_lists (received_at);
CALL enforce_tenancy('lockdown_lists');
