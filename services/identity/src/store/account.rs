//! Accounts lie outside every project, so that a project's transaction sees none. Whoever needs one enters here,
//! for as long as needed; what they read must not reach an answer to a tenant.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::locked_account::{self, LockedAccount};
use crate::domain::mail::{Mail, Receiver};
use crate::domain::session::RevokedSession;
use crate::publish;

pub const EMAIL_USED: &str = "email_used";

/// What a person signs in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignIn<'a> {
    pub email: Option<&'a str>,
    pub login: Option<&'a str>,
}

#[derive(sqlx::FromRow)]
pub struct Account {
    pub id: i64,
    pub password_hash: Option<String>,
}

/// The way to the accounts: a transaction in the role that sees them.
pub struct Accounts<'c> {
    pub(crate) connection: &'c mut PgConnection,
    /// The transaction is a tenant's and must go back to its role.
    borrowed: bool,
}

impl<'c> Accounts<'c> {
    /// From a tenant's transaction; `leave` returns to the tenant's role. A transaction that ends before, ends it too.
    pub async fn elevate(connection: &'c mut PgConnection) -> Result<Self> {
        sqlx::query("SET LOCAL ROLE vestibule_system").execute(&mut *connection).await?;
        Ok(Accounts { connection, borrowed: true })
    }

    /// From a transaction of the platform itself.
    pub fn from_system(connection: &'c mut PgConnection) -> Self {
        Accounts { connection, borrowed: false }
    }

    pub async fn restore_role(self) -> Result<()> {
        if self.borrowed {
            sqlx::query("RESET ROLE").execute(self.connection).await?;
        }
        Ok(())
    }

    /// By e-mail or login name, whatever the case.
    pub async fn find(&mut self, login: &str) -> Result<Option<Account>> {
        let found = sqlx::query_as("SELECT id, password_hash FROM accounts WHERE lower(email) = lower($1) OR lower(login) = lower($1)")
            .bind(login)
            .fetch_optional(&mut *self.connection)
            .await?;
        Ok(found)
    }

    /// How it is called: its e-mail or login name.
    pub async fn name(&mut self, id: i64) -> Result<String> {
        Ok(sqlx::query_scalar("SELECT coalesce(email, login) FROM accounts WHERE id = $1").bind(id).fetch_one(&mut *self.connection).await?)
    }

    /// Nobody else changes it until the transaction ends.
    pub async fn lock(&mut self, id: i64) -> Result<LockedAccount> {
        locked_account::lock(self.connection, id).await
    }

    pub async fn password_hash(&mut self, id: i64) -> Result<Option<String>> {
        Ok(sqlx::query_scalar("SELECT password_hash FROM accounts WHERE id = $1").bind(id).fetch_one(&mut *self.connection).await?)
    }

    /// As whose mail the account is written to: that of its oldest user who can sign in.
    pub async fn receiver(&mut self, id: i64) -> Result<Option<Receiver>> {
        let found = sqlx::query_as(
            "SELECT u.project_id, a.email, u.name, u.locale,
                 coalesce((SELECT min(m.domain_id) FROM user_domains m WHERE m.user_id = u.id), 0) AS domain_id,
                 (SELECT count(*) FROM users o WHERE o.account_id = a.id) > 1
                     OR EXISTS (SELECT 1 FROM dealer_accounts d WHERE d.account_id = a.id) AS by_installation
             FROM accounts a JOIN users u ON u.account_id = a.id JOIN projects p ON p.id = u.project_id
             WHERE a.id = $1 AND a.email IS NOT NULL AND u.is_active AND NOT p.suspended ORDER BY u.id LIMIT 1",
        );
        Ok(found.bind(id).fetch_optional(&mut *self.connection).await?)
    }

    /// Queues the mail that informs its holder of a new password.
    pub async fn queue_password_changed(&mut self, id: i64) -> Result<()> {
        self.queue_mail(id, Mail::PasswordChanged).await
    }

    /// Queues a mail to its holder, where there is an address to write to.
    pub async fn queue_mail(&mut self, id: i64, mail: Mail<'_>) -> Result<()> {
        match self.receiver(id).await? {
            Some(receiver) => publish::mail::request(self.connection, receiver, mail, None).await,
            None => Ok(()),
        }
    }

    /// Whether only its holder may change it: it has users in several projects, or it is a dealer's.
    pub async fn is_protected(&mut self, id: i64) -> Result<bool> {
        // The lock keeps a second project from joining until this transaction is over.
        sqlx::query("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE").bind(id).execute(&mut *self.connection).await?;
        Ok(sqlx::query_scalar(
            "SELECT (SELECT count(*) FROM users WHERE account_id = $1) > 1 OR EXISTS (SELECT 1 FROM dealer_accounts WHERE account_id = $1)",
        )
        .bind(id)
        .fetch_one(&mut *self.connection)
        .await?)
    }

    /// Whether it has users in several projects: then its e-mail and login name are not changed in one of them.
    pub async fn is_shared(&mut self, id: i64) -> Result<bool> {
        Ok(sqlx::query_scalar("SELECT count(*) > 1 FROM users WHERE account_id = $1").bind(id).fetch_one(&mut *self.connection).await?)
    }

    /// Whether it is a dealer's.
    pub async fn is_dealers(&mut self, id: i64) -> Result<bool> {
        let found = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM dealer_accounts WHERE account_id = $1)");
        Ok(found.bind(id).fetch_one(&mut *self.connection).await?)
    }

    pub async fn create(&mut self, sign_in: &SignIn<'_>, password_hash: Option<&str>, now: OffsetDateTime) -> Result<i64> {
        let made =
            sqlx::query_scalar("INSERT INTO accounts (email, login, password_hash, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id")
                .bind(sign_in.email)
                .bind(sign_in.login)
                .bind(password_hash)
                .bind(now)
                .fetch_one(&mut *self.connection)
                .await;
        made.map_err(taken)
    }

    /// A link to recover the password that was sent before is void: it may have gone to another address. Another e-mail is
    /// not proved yet.
    pub async fn rename(&mut self, id: i64, sign_in: &SignIn<'_>, now: OffsetDateTime) -> Result<()> {
        super::password_recovery::void(self.connection, id).await?;
        let done = sqlx::query(
            "UPDATE accounts SET is_email_proved = is_email_proved AND lower(email) IS NOT DISTINCT FROM lower($2), email = $2, login = $3,
                 updated_at = $4 WHERE id = $1",
        )
        .bind(id)
        .bind(sign_in.email)
        .bind(sign_in.login)
        .bind(now)
        .execute(&mut *self.connection)
        .await;
        done.map(|_| ()).map_err(taken)
    }

    /// The password is known to somebody else than its holder.
    pub async fn mark_password_foreign(&mut self, id: i64) -> Result<()> {
        sqlx::query("UPDATE accounts SET is_password_foreign = true WHERE id = $1").bind(id).execute(&mut *self.connection).await?;
        Ok(())
    }

    /// Whether whoever signs in is known to be the holder of the e-mail. An account without e-mail is nobody else's.
    pub async fn is_held(&mut self, id: i64) -> Result<bool> {
        let found = sqlx::query_scalar("SELECT email IS NULL OR (is_email_proved AND NOT is_password_foreign) FROM accounts WHERE id = $1");
        Ok(found.bind(id).fetch_one(&mut *self.connection).await?)
    }

    /// Removes what lets somebody in besides the password: second factors and sessions.
    pub async fn remove_access(&mut self, id: i64, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
        let locked = self.lock(id).await?;
        super::second_factor::delete_all(self.connection, &locked).await?;
        self.revoke_sessions(id, 0, now).await
    }

    /// Also notes in the account's users whether there is a password. A link to recover the one before is void.
    pub async fn set_password(&mut self, id: i64, hash: Option<&str>, now: OffsetDateTime) -> Result<()> {
        super::password_recovery::void(self.connection, id).await?;
        sqlx::query("UPDATE accounts SET password_hash = $2, updated_at = $3 WHERE id = $1")
            .bind(id)
            .bind(hash)
            .bind(now)
            .execute(&mut *self.connection)
            .await?;
        sqlx::query("UPDATE users SET has_password = $2 WHERE account_id = $1").bind(id).bind(hash.is_some()).execute(&mut *self.connection).await?;
        Ok(())
    }

    /// Its holder has read what was sent to its e-mail. With the first such proof everything ends that was set up before it,
    /// perhaps by somebody else: second factors and sessions. Returns the sessions that ended.
    pub async fn prove_email(&mut self, id: i64, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
        let (is_email_proved, is_password_foreign): (bool, bool) =
            sqlx::query_as("SELECT is_email_proved, is_password_foreign FROM accounts WHERE id = $1 FOR UPDATE")
                .bind(id)
                .fetch_one(&mut *self.connection)
                .await?;
        let revoked = match (is_email_proved, is_password_foreign) {
            (false, _) => self.remove_access(id, now).await?,
            (true, true) => self.revoke_sessions(id, 0, now).await?,
            (true, false) => Vec::new(),
        };
        sqlx::query("UPDATE accounts SET is_email_proved = true, is_password_foreign = false WHERE id = $1")
            .bind(id)
            .execute(&mut *self.connection)
            .await?;
        sqlx::query("UPDATE users u SET verified_email = a.email FROM accounts a WHERE a.id = $1 AND u.account_id = a.id")
            .bind(id)
            .execute(&mut *self.connection)
            .await?;
        Ok(revoked)
    }

    /// Takes it away from its users, and removes it.
    pub async fn detach(&mut self, id: i64) -> Result<()> {
        sqlx::query("UPDATE users SET account_id = NULL, has_password = false WHERE account_id = $1").bind(id).execute(&mut *self.connection).await?;
        self.delete_unused(id).await
    }

    /// Removes it when no user is left, which frees its e-mail.
    pub async fn delete_unused(&mut self, id: i64) -> Result<()> {
        sqlx::query("DELETE FROM accounts a WHERE a.id = $1 AND NOT EXISTS (SELECT 1 FROM users u WHERE u.account_id = a.id)")
            .bind(id)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
    }

    /// Ends the account's sessions in every project, but not the one given. Its users are locked before, in a statement of their own: a
    /// token that is made meanwhile is seen and ended, or its maker sees what ended the sessions.
    pub async fn revoke_sessions(&mut self, id: i64, but: i64, now: OffsetDateTime) -> Result<Vec<RevokedSession>> {
        super::session::lock_users(self.connection, Some(id), 0).await?;
        let revoked = sqlx::query_as(
            "UPDATE sessions SET revoked_at = $3 WHERE user_id IN (SELECT id FROM users WHERE account_id = $1) AND id <> $2 AND revoked_at IS NULL
             RETURNING project_id, user_id, id, mobile_client_id, revoked_at",
        )
        .bind(id)
        .bind(but)
        .bind(now)
        .fetch_all(&mut *self.connection)
        .await?;
        publish::session::revoked(self.connection, &revoked).await?;
        Ok(revoked)
    }
}

fn taken(error: sqlx::Error) -> Error {
    match kit::error::violated(&error) {
        Some("accounts_email") => email_used(),
        Some("accounts_login") => Error::field("login", "value must be unique"),
        _ => error.into(),
    }
}

pub fn email_used() -> Error {
    Error::Conflict {
        code: EMAIL_USED,
        message: "serial number or e-mail already used".into(),
        data: serde_json::json!({ "fields": { "email": "value must be unique" } }),
    }
}
