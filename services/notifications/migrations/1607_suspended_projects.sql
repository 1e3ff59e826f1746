-- A suspended project sends no events to webhooks: nobody of it may see them.
ALTER TABLE projects ADD COLUMN suspended boolean NOT NULL DEFAULT false;
