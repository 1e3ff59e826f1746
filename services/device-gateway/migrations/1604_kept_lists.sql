-- What the device holds is left alone until it is adopted.
ALTER TABLE devices ADD COLUMN keep_list boolean NOT NULL DEFAULT false;
-- Of the list that an adoption led to: nothing is planned by an older one.
ALTER TABLE device_sync ADD COLUMN adopted_version bigint NOT NULL DEFAULT 0;
