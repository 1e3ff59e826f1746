-- As doors lock them: identifiers first. Where somebody reads long, the migration fails and is tried again, rather than that doors wait.
SET LOCAL lock_timeout = '3s';
LOCK TABLE identifiers, reservation_identifiers IN ACCESS EXCLUSIVE MODE;
-- An identifier that is deleted leaves the version of its reservation here, so that no later event makes another one; so does a
-- reservation that ended before it had one.
ALTER TABLE reservation_identifiers
    ALTER COLUMN identifier_id DROP NOT NULL,
    DROP CONSTRAINT reservation_identifiers_identifier_id_fkey,
    ADD CONSTRAINT reservation_identifiers_identifier_id_fkey FOREIGN KEY (identifier_id) REFERENCES identifiers (id) ON DELETE SET NULL;
