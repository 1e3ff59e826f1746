-- Mails with links and codes of accounts that are not the project's alone: by the installation's mail server, in the built-in text.
ALTER TABLE mails ADD COLUMN by_installation boolean NOT NULL DEFAULT false;
