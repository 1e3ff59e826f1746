-- When what a group could use by its period before this one had ended: doors go on through the grace after it.
ALTER TABLE group_licenses ADD COLUMN former_end timestamptz;

-- The licence server is asked about what it took back, as about the rest.
UPDATE licenses SET refresh_at = now() + interval '1 day'
WHERE source = 3 AND revoked_at IS NOT NULL AND removed_at IS NULL AND superseded_at IS NULL AND refresh_at IS NULL;
