-- The address of the device to which its secrets may be sent by HTTP. Secrets never follow another address, however the device came to it.
ALTER TABLE devices
    ADD COLUMN secrets_address text,
    -- Sealed: the password of its number when it came to another address. Only another password is sent there.
    ADD COLUMN withheld_sip_password bytea;
UPDATE devices SET secrets_address = coalesce(ip_address, '') || ':' || port;
