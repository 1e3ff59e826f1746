//! Activations of keys at the licence server, each with the secret of its seat.
use kit::Result;
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

type AddRight = Authorized<resource::License, action::Create>;

/// What an activation begins with; secret and key are sealed.
pub struct NewActivation<'a> {
    pub key_digest: &'a [u8],
    pub license_key: &'a [u8],
    pub seat_secret: &'a [u8],
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ActivationRow {
    pub id: i64,
    /// Sealed.
    pub seat_secret: Vec<u8>,
}

/// The activation of the key that goes on, or was completed; otherwise the new one.
pub async fn find_or_insert(connection: &mut PgConnection, right: &AddRight, new: &NewActivation<'_>, now: OffsetDateTime) -> Result<ActivationRow> {
    Ok(sqlx::query_as(
        "INSERT INTO license_activations (project_id, key_digest, license_key, seat_secret, asked_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (project_id, key_digest) DO UPDATE SET asked_at = excluded.asked_at RETURNING id, seat_secret",
    )
    .bind(right.project_id())
    .bind(new.key_digest)
    .bind(new.license_key)
    .bind(new.seat_secret)
    .bind(now)
    .fetch_one(connection)
    .await?)
}

/// Of an activation whose secret is worth nothing any more, unless another request has replaced it.
pub async fn replace_secret(connection: &mut PgConnection, right: &AddRight, activation: &ActivationRow, seat_secret: &[u8]) -> Result<()> {
    sqlx::query("UPDATE license_activations SET seat_secret = $4 WHERE project_id = $1 AND id = $2 AND seat_secret = $3 AND key_digest IS NOT NULL")
        .bind(right.project_id())
        .bind(activation.id)
        .bind(&activation.seat_secret)
        .bind(seat_secret)
        .execute(connection)
        .await?;
    Ok(())
}

/// False for one that was given up meanwhile: its licence was removed. Locked until the transaction ends.
pub async fn lock(connection: &mut PgConnection, right: &AddRight, activation: &ActivationRow) -> Result<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT id FROM license_activations WHERE project_id = $1 AND id = $2 AND key_digest IS NOT NULL AND seat_secret = $3 FOR UPDATE",
    )
    .bind(right.project_id())
    .bind(activation.id)
    .bind(&activation.seat_secret)
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

/// Its licence is here.
pub async fn complete(connection: &mut PgConnection, right: &AddRight, id: i64, license_id: i64) -> Result<()> {
    sqlx::query("UPDATE license_activations SET license_id = $3 WHERE project_id = $1 AND id = $2")
        .bind(right.project_id())
        .bind(id)
        .bind(license_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Of a key that the server has refused: there is no seat.
pub async fn delete_open(connection: &mut PgConnection, right: &AddRight, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM license_activations WHERE project_id = $1 AND id = $2 AND license_id IS NULL")
        .bind(right.project_id())
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}

/// The licence could not be added: the seat is to be released until the server has heard it. False where another has added it.
pub async fn give_up(connection: &mut PgConnection, right: &AddRight, activation: &ActivationRow, uid: Uuid) -> Result<bool> {
    let given_up = sqlx::query(
        "UPDATE license_activations SET key_digest = NULL, license_uid = $4
         WHERE project_id = $1 AND id = $2 AND seat_secret = $3 AND license_id IS NULL",
    )
    .bind(right.project_id())
    .bind(activation.id)
    .bind(&activation.seat_secret)
    .bind(uid)
    .execute(connection)
    .await?;
    Ok(given_up.rows_affected() == 1)
}
