-- A person's own identifiers, made or held, in the order in which they are listed.
CREATE INDEX identifiers_created_by_at ON identifiers (project_id, created_by, created_at DESC, id DESC);
CREATE INDEX identifiers_owner_at ON identifiers (project_id, owner_id, created_at DESC, id DESC);
DROP INDEX identifiers_created_by;
