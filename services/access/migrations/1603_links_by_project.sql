-- What a panel held before the platform keeps its link ids, whatever another project has: they are unique within a project only.
CREATE UNIQUE INDEX identifiers_link_id ON identifiers (project_id, link_id);
ALTER TABLE identifiers DROP CONSTRAINT identifiers_link_id_key;
CREATE UNIQUE INDEX time_rules_link_id ON time_rules (project_id, link_id);
ALTER TABLE time_rules DROP CONSTRAINT time_rules_link_id_key;
