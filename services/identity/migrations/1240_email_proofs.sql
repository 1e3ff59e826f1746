-- Whether somebody who reads the mail of the account's e-mail has ever shown it: by a recovery, an invitation or a
-- registration. An account can be created for an e-mail that is somebody else's; what was set up in it before such a proof
-- (passkeys, authenticator, recovery codes, sessions) ends with the first one.
ALTER TABLE accounts ADD COLUMN is_email_proved boolean NOT NULL DEFAULT false;
-- The password was set by somebody else, and its holder has not proved the e-mail since.
ALTER TABLE accounts ADD COLUMN is_password_foreign boolean NOT NULL DEFAULT false;
UPDATE accounts a SET is_email_proved = true
WHERE EXISTS (SELECT 1 FROM users u WHERE u.account_id = a.id AND lower(u.verified_email) = lower(a.email))
    OR a.id IN (SELECT account_id FROM dealer_accounts);

-- A session that a project's sign-in provider opened carries none of the account's rights as a dealer.
ALTER TABLE sessions ADD COLUMN is_by_provider boolean NOT NULL DEFAULT false;

-- Permissions of whoever saved the provider last: it signs nobody in who may do more. With is_saved_unlimited it signs in
-- everybody, because whoever saved it may grant more than they hold.
ALTER TABLE identity_providers ADD COLUMN saved_permissions text[] NOT NULL DEFAULT '{}';
ALTER TABLE identity_providers ADD COLUMN is_saved_unlimited boolean NOT NULL DEFAULT false;
-- Who saved the existing ones is not known: they go on signing in users with no more rights than the role of new users.
UPDATE identity_providers i SET saved_permissions = r.permissions FROM roles r WHERE r.id = i.role_id AND NOT r.is_administrator;
