-- The relay takes events of each project in turn (docs/adr/0071).
CREATE INDEX outbox_project ON outbox (project_id, seq);
