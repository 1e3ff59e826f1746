-- Those of a group that is deleted are looked for.
CREATE INDEX identifiers_domain ON identifiers (project_id, domain_id, id);
