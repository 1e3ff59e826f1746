-- The guest's key by whose link a lock was opened.
ALTER TABLE remote_openings ADD COLUMN identifier_id bigint, ADD COLUMN identifier_name text NOT NULL DEFAULT '';
