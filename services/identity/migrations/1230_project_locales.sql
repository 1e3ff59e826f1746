-- Languages that the project's users may choose, and the date format of new ones; what they were until domains says
-- otherwise.
ALTER TABLE project_settings ADD COLUMN locales text[] NOT NULL DEFAULT '{en,ru}';
-- 1 DD-MM-YYYY, 2 MM-DD-YYYY, 3 YYYY-MM-DD
ALTER TABLE project_settings ADD COLUMN time_format smallint NOT NULL DEFAULT 1 CHECK (time_format BETWEEN 1 AND 3);
