-- The SIP domain of a project's own server, for its devices; '' for that of the installation.
ALTER TABLE project_sip ADD COLUMN realm_address text NOT NULL DEFAULT '';
