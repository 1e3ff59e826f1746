-- In which trace somebody asked for work on the device: the worker goes on with it. Text as W3C has it.
ALTER TABLE device_sync ADD COLUMN traceparent text;
