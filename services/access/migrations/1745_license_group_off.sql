-- Groups outside of their licence period whose grace is over: what exists by the features of doors is off there.
ALTER TABLE license_group_limits ADD COLUMN is_off boolean NOT NULL DEFAULT false;
