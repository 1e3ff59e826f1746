-- Whether a schedule has a zone of its own; otherwise its zone is the project's and changes with it. Of those that were
-- there before, the ones in the project's zone are taken to follow it (docs/adr/0050).
ALTER TABLE time_rules ADD COLUMN has_own_zone boolean NOT NULL DEFAULT true;
UPDATE time_rules t SET has_own_zone = false
WHERE t.schedule ->> 'time_zone' = coalesce((SELECT p.time_zone FROM projects p WHERE p.project_id = t.project_id), 'UTC');
