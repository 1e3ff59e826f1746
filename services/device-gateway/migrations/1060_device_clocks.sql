-- The clock of a device. `clock_zone`: the zone that it was last told; `clock_accepted`: whether it took it. `clock_due`: it is to be
-- told again, because it was away or may have been reset. Every device of an earlier release is told when it is next online.
ALTER TABLE device_sync
    ADD COLUMN clock_due boolean NOT NULL DEFAULT true,
    ADD COLUMN clock_zone text,
    ADD COLUMN clock_accepted boolean NOT NULL DEFAULT true;
