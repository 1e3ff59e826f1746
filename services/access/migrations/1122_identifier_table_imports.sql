-- Imports of tables of identifiers that were carried out: asked again, the answer is the same. Kept for as long as an attempt
-- may be continued.
CREATE TABLE identifier_table_imports (
    attempt_id uuid PRIMARY KEY,
    project_id bigint NOT NULL,
    created int NOT NULL,
    replaced int NOT NULL,
    skipped int NOT NULL,
    finished_at timestamptz NOT NULL
);
CREATE INDEX identifier_table_imports_finished_at ON identifier_table_imports (project_id, finished_at);
CALL enforce_tenancy('identifier_table_imports');

-- Rows of a table name owners by e-mail.
ALTER TABLE people ADD COLUMN email text NOT NULL DEFAULT '';
CREATE INDEX people_email ON people (project_id, lower(email)) WHERE email <> '';
