//! Accounts lie outside every project, so that a project's transaction sees none. Whoever needs one enters here,
//! for as long as needed; what they read must not reach an answer to a tenant.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::mail::{Mail, Receiver};

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
    pub async fn enter(connection: &'c mut PgConnection) -> Result<Self> {
        sqlx::query("SET LOCAL ROLE vestibule_system").execute(&mut *connection).await?;
        Ok(Accounts { connection, borrowed: true })
    }

    /// From a transaction of the platform itself.
    pub fn of_system(connection: &'c mut PgConnection) -> Self {
        Accounts { connection, borrowed: false }
    }

    pub async fn leave(self) -> Result<()> {
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
    pub async fn lock(&mut self, id: i64) -> Result<()> {
        sqlx::query("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE").bind(id).execute(&mut *self.connection).await?;
        Ok(())
    }

    pub async fn password_hash(&mut self, id: i64) -> Result<Option<String>> {
        Ok(sqlx::query_scalar("SELECT password_hash FROM accounts WHERE id = $1").bind(id).fetch_one(&mut *self.connection).await?)
    }

    /// As whose mail the account is written to: that of its oldest user who can sign in.
    pub async fn receiver(&mut self, id: i64) -> Result<Option<Receiver>> {
        let found = sqlx::query_as(
            "SELECT u.project_id, a.email, u.name, u.locale,
                 coalesce((SELECT min(m.domain_id) FROM user_domains m WHERE m.user_id = u.id), 0) AS domain_id
             FROM accounts a JOIN users u ON u.account_id = a.id JOIN projects p ON p.id = u.project_id
             WHERE a.id = $1 AND a.email IS NOT NULL AND u.is_active AND NOT p.suspended ORDER BY u.id LIMIT 1",
        );
        Ok(found.bind(id).fetch_optional(&mut *self.connection).await?)
    }

    /// Has its holder told of a new password.
    pub async fn tell_new_password(&mut self, id: i64) -> Result<()> {
        self.tell(id, Mail::PasswordChanged).await
    }

    /// Writes to its holder, where there is an address to write to.
    pub async fn tell(&mut self, id: i64, mail: Mail<'_>) -> Result<()> {
        match self.receiver(id).await? {
            Some(receiver) => super::mail::request(self.connection, receiver, mail, None).await,
            None => Ok(()),
        }
    }

    /// Whether it has users in several projects: then no single project may change it.
    pub async fn is_shared(&mut self, id: i64) -> Result<bool> {
        // The lock keeps a second project from joining until this transaction is over.
        sqlx::query("SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE").bind(id).execute(&mut *self.connection).await?;
        Ok(sqlx::query_scalar("SELECT count(*) > 1 FROM users WHERE account_id = $1").bind(id).fetch_one(&mut *self.connection).await?)
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

    /// A link to recover the password that was sent before is void: it may have gone to another address.
    pub async fn rename(&mut self, id: i64, sign_in: &SignIn<'_>, now: OffsetDateTime) -> Result<()> {
        super::password_recovery::void(self.connection, id).await?;
        let done = sqlx::query("UPDATE accounts SET email = $2, login = $3, updated_at = $4 WHERE id = $1")
            .bind(id)
            .bind(sign_in.email)
            .bind(sign_in.login)
            .bind(now)
            .execute(&mut *self.connection)
            .await;
        done.map(|_| ()).map_err(taken)
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

    /// Its holder has read what was sent to its e-mail.
    pub async fn prove_email(&mut self, id: i64) -> Result<()> {
        sqlx::query("UPDATE users u SET verified_email = a.email FROM accounts a WHERE a.id = $1 AND u.account_id = a.id")
            .bind(id)
            .execute(&mut *self.connection)
            .await?;
        Ok(())
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

    /// Ends the account's sessions in every project, but not the one given.
    pub async fn revoke_sessions(&mut self, id: i64, but: i64, now: OffsetDateTime) -> Result<Vec<super::session::Revoked>> {
        let revoked = sqlx::query_as(
            "UPDATE sessions SET revoked_at = $3 WHERE user_id IN (SELECT id FROM users WHERE account_id = $1) AND id <> $2 AND revoked_at IS NULL
             RETURNING project_id, user_id, id",
        )
        .bind(id)
        .bind(but)
        .bind(now)
        .fetch_all(&mut *self.connection)
        .await?;
        super::session::announce(self.connection, &revoked).await?;
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
