-- The lane of emergency alerts takes what is due of each project in turn.
CREATE INDEX alert_actions_due_of_project ON alert_actions (project_id, due_at) WHERE due_at IS NOT NULL;
DROP INDEX alert_actions_due;
