-- Devices that a lockdown has shut. One stays shut until the end, whatever group it is moved to meanwhile.
CREATE TABLE lockdown_devices (
    run_id bigint NOT NULL REFERENCES lockdowns (run_id) ON DELETE CASCADE,
    device_id bigint NOT NULL,
    project_id bigint NOT NULL,
    PRIMARY KEY (run_id, device_id)
);
CREATE INDEX lockdown_devices_device ON lockdown_devices (device_id);
CALL enforce_tenancy('lockdown_devices');

INSERT INTO lockdown_devices (run_id, device_id, project_id)
SELECT l.run_id, d.id, l.project_id FROM lockdowns l JOIN doors d ON d.project_id = l.project_id AND NOT d.deleted AND d.locks > 0
    AND (d.id = ANY(l.device_ids) OR d.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = ANY(l.group_ids)))
WHERE l.is_active;
