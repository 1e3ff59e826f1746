-- In whose trace a mail was asked for: its sending belongs there.
ALTER TABLE mails ADD COLUMN traceparent text;
