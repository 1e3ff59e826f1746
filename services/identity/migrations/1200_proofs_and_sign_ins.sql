-- The e-mail that a user proved to be theirs: by a confirmation, an invitation's link, a recovery or the sign-in provider.
-- A user whose e-mail is another by now has proved nothing of it.
ALTER TABLE users ADD COLUMN verified_email text;
-- Who took an invitation, and who registered: of those without an inviter or a maker the first of a project is the one whom
-- the installation made.
UPDATE users u SET verified_email = u.email
FROM (SELECT project_id, min(id) AS id FROM users GROUP BY project_id) first
WHERE first.project_id = u.project_id AND u.has_password AND NOT u.is_support
    AND (u.invited_at IS NOT NULL OR u.created_by IS NULL AND u.id <> first.id);

-- What opened a session: one sign-in opens one in each project of the account. Null for those before.
ALTER TABLE sessions ADD COLUMN sign_in uuid;
