//! Registrations that wait for their code.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::mail::Receiver;

pub struct NewRegistration<'a> {
    pub hash: &'a [u8; 32],
    pub receiver: &'a Receiver,
    pub password_hash: &'a str,
    pub code: &'a NewCode,
}

/// None for a hash: the e-mail is known, and no code will do.
pub struct NewCode {
    pub hash: Option<[u8; 32]>,
    pub sent_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

impl NewCode {
    fn bytes(&self) -> Option<&[u8]> {
        self.hash.as_ref().map(|hash| hash.as_slice())
    }
}

pub async fn insert(connection: &mut PgConnection, new: &NewRegistration<'_>) -> Result<()> {
    sqlx::query(
        "INSERT INTO registrations (hash, project_id, name, email, locale, password_hash, code_hash, code_sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(new.hash.as_slice())
    .bind(new.receiver.project_id)
    .bind(&new.receiver.name)
    .bind(&new.receiver.email)
    .bind(&new.receiver.locale)
    .bind(new.password_hash)
    .bind(new.code.bytes())
    .bind(new.code.sent_at)
    .bind(new.code.expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Registration {
    pub project_id: i64,
    pub name: String,
    pub email: String,
    pub locale: String,
    pub password_hash: String,
    pub code_hash: Option<Vec<u8>>,
    pub wrong_codes: i16,
    pub code_sent_at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

/// Locks it: of two calls with one registration the second sees what the first did.
pub async fn lock(connection: &mut PgConnection, hash: &[u8; 32]) -> Result<Option<Registration>> {
    let found = sqlx::query_as(
        "SELECT project_id, name, email, locale, password_hash, code_hash, wrong_codes, code_sent_at, expires_at
         FROM registrations WHERE hash = $1 FOR UPDATE",
    )
    .bind(hash.as_slice())
    .fetch_optional(connection)
    .await?;
    Ok(found)
}

/// Puts a new code in place of the old one; wrong ones stay counted.
pub async fn renew(connection: &mut PgConnection, hash: &[u8; 32], code: &NewCode) -> Result<()> {
    sqlx::query("UPDATE registrations SET code_hash = $2, code_sent_at = $3, expires_at = $4 WHERE hash = $1")
        .bind(hash.as_slice())
        .bind(code.bytes())
        .bind(code.sent_at)
        .bind(code.expires_at)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn count_wrong_code(connection: &mut PgConnection, hash: &[u8; 32]) -> Result<()> {
    sqlx::query("UPDATE registrations SET wrong_codes = wrong_codes + 1 WHERE hash = $1").bind(hash.as_slice()).execute(connection).await?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, hash: &[u8; 32]) -> Result<()> {
    sqlx::query("DELETE FROM registrations WHERE hash = $1").bind(hash.as_slice()).execute(connection).await?;
    Ok(())
}

/// Who signs in with the e-mail, in whichever project, or was invited to this one with it: as they are called and read in
/// this project, else in their own, whose mail it is then, for this one knows nothing of them.
pub async fn holder(connection: &mut PgConnection, project_id: i64, email: &str) -> Result<Option<Receiver>> {
    let found = sqlx::query_as(
        "SELECT u.project_id, coalesce(a.email, u.email) AS email, u.name, u.locale,
             coalesce((SELECT min(m.domain_id) FROM user_domains m WHERE m.user_id = u.id), 0) AS domain_id,
             EXISTS (SELECT 1 FROM users o WHERE o.account_id = a.id AND o.id <> u.id)
                 OR EXISTS (SELECT 1 FROM dealer_accounts d WHERE d.account_id = a.id) AS by_installation
         FROM users u JOIN projects p ON p.id = u.project_id LEFT JOIN accounts a ON a.id = u.account_id
         WHERE u.id IN (
             SELECT m.id FROM accounts h JOIN users m ON m.account_id = h.id WHERE lower(h.email) = lower($2)
             UNION ALL SELECT i.id FROM users i WHERE i.project_id = $1 AND lower(i.email) = lower($2))
         ORDER BY u.project_id = $1 DESC, u.is_active AND NOT p.suspended DESC, u.id LIMIT 1",
    );
    Ok(found.bind(project_id).bind(email).fetch_optional(connection).await?)
}
