-- Projection: virtual numbers, of which a device registers with its own. Those of nobody stay, so that an old snapshot
-- of them is known for one.
CREATE TABLE device_numbers (
    id bigint PRIMARY KEY,
    project_id bigint NOT NULL,
    device_id bigint,
    number text NOT NULL,
    is_active boolean NOT NULL,
    realm text NOT NULL,
    proxy_address text NOT NULL,
    proxy_port int NOT NULL,
    -- udp, tcp or tls.
    transport text NOT NULL,
    -- With the installation's key, for "telephony.number.password"; none where no device is told it.
    sealed_password bytea,
    version bigint NOT NULL
);
CREATE INDEX device_numbers_device ON device_numbers (project_id, device_id) WHERE device_id IS NOT NULL;
CALL enforce_tenancy('device_numbers');
