//! Self-registrations that wait for their link.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// As it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SelfRegistration {
    pub project_id: i64,
    pub key: Uuid,
    pub name: String,
    pub email: String,
    pub locale: String,
    pub password_hash: String,
    pub role_id: i64,
    pub object_name: String,
    pub expires_at: OffsetDateTime,
}

pub async fn insert(connection: &mut PgConnection, hash: &[u8; 32], new: &SelfRegistration) -> Result<()> {
    sqlx::query(
        "INSERT INTO self_registrations (hash, project_id, key, name, email, locale, password_hash, role_id, object_name, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(hash.as_slice())
    .bind(new.project_id)
    .bind(new.key)
    .bind(&new.name)
    .bind(&new.email)
    .bind(&new.locale)
    .bind(&new.password_hash)
    .bind(new.role_id)
    .bind(&new.object_name)
    .bind(new.expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// One that is good: its time is not over, and its project is not suspended.
pub async fn find(connection: &mut PgConnection, hash: &[u8; 32], now: OffsetDateTime) -> Result<Option<SelfRegistration>> {
    let found = sqlx::query_as(
        "SELECT s.project_id, s.key, s.name, s.email, s.locale, s.password_hash, s.role_id, s.object_name, s.expires_at
         FROM self_registrations s JOIN projects p ON p.id = s.project_id
         WHERE s.hash = $1 AND s.expires_at > $2 AND NOT p.suspended",
    )
    .bind(hash.as_slice())
    .bind(now)
    .fetch_optional(connection)
    .await?;
    Ok(found)
}

/// Removes it; false when another call was first.
pub async fn take(connection: &mut PgConnection, hash: &[u8; 32]) -> Result<bool> {
    let taken = sqlx::query("DELETE FROM self_registrations WHERE hash = $1").bind(hash.as_slice()).execute(connection).await?;
    Ok(taken.rows_affected() == 1)
}
