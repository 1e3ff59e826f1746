//! Activations of keys that ended without an answer, or whose licence could not be added: the seat that the server may have given
//! belongs to a licence that is here, or is released.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{BATCH, RETRY};
use crate::app::App;
use crate::domain::license_key::LicenseKey;
use crate::domain::seat_secret::SeatSecret;
use crate::license_server::{Activated, LicenseServer, NOT_RESPONDING, Seat};

#[derive(sqlx::FromRow)]
struct OpenActivation {
    id: i64,
    project_id: i64,
    project_uid: Option<Uuid>,
    license_key: Vec<u8>,
    seat_secret: Vec<u8>,
    /// Of a seat that nobody wants any more.
    license_uid: Option<Uuid>,
}

/// Whoever has entered the key has given up by now.
const OPEN: &str = "SELECT a.id, a.project_id, p.uid AS project_uid, a.license_key, a.seat_secret, a.license_uid
    FROM license_activations a LEFT JOIN projects p ON p.project_id = a.project_id
    WHERE a.license_id IS NULL AND a.asked_at <= $1 ORDER BY a.asked_at LIMIT $2";

pub async fn finish_open(app: &App, server: &LicenseServer) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let found: Vec<OpenActivation> =
        sqlx::query_as(OPEN).bind(app.context.clock.now() - Duration::seconds(RETRY)).bind(BATCH).fetch_all(&mut *tx).await?;
    tx.rollback().await?;
    for activation in found {
        finish_one(app, server, &activation).await?;
    }
    Ok(())
}

async fn finish_one(app: &App, server: &LicenseServer, activation: &OpenActivation) -> Result<()> {
    let Some(claimed_at) = claim(app, activation).await? else { return Ok(()) };
    let sealer = &app.context.sealer;
    let opened = SeatSecret::open(sealer, &activation.seat_secret).zip(LicenseKey::open(sealer, &activation.license_key));
    let (Some((secret, key)), Some(project_uid)) = (opened, activation.project_uid) else {
        // Nobody can release it but the vendor.
        return delete(app, activation).await;
    };
    let seat = Seat { instance_id: app.config.instance_id, project_uid, secret: &secret };
    let uid = match activation.license_uid {
        Some(uid) => uid,
        // Activating for the same seat once more changes nothing there, and says which licence it is.
        None => match server.activate(&key, &seat).await {
            Ok(Activated::Given(file)) => match app.config.trusted_keys.open(&file) {
                Ok(payload) if give_up(app, activation, claimed_at, payload.id).await? => payload.id,
                // It belongs to a licence, or its signature is not trusted yet.
                _ => return Ok(()),
            },
            Err(Error::Conflict { code, .. }) if code == NOT_RESPONDING => return Ok(()),
            // There is no seat.
            Ok(Activated::Replaced) | Err(_) => return delete(app, activation).await,
        },
    };
    match server.release(uid, &seat).await {
        Ok(()) => delete(app, activation).await,
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), license = %uid, "a seat that nobody wants is not released yet");
            Ok(())
        }
    }
}

/// Until the next attempt. None where a request with the same key goes on, or has completed it.
async fn claim(app: &App, activation: &OpenActivation) -> Result<Option<OffsetDateTime>> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(activation.project_id).await?;
    let claimed = sqlx::query_scalar(
        "UPDATE license_activations SET asked_at = $3
         WHERE project_id = $1 AND id = $2 AND seat_secret = $4 AND license_id IS NULL AND asked_at <= $5 RETURNING asked_at",
    )
    .bind(activation.project_id)
    .bind(activation.id)
    .bind(now)
    .bind(&activation.seat_secret)
    .bind(now - Duration::seconds(RETRY))
    .fetch_optional(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(claimed)
}

/// False where the seat is wanted: the licence is here, whose seat it is from now on, or a request with the same key goes on.
async fn give_up(app: &App, activation: &OpenActivation, claimed_at: OffsetDateTime, uid: Uuid) -> Result<bool> {
    let mut tx = app.context.database.tenant(activation.project_id).await?;
    let claimed: Option<i64> = sqlx::query_scalar(
        "SELECT id FROM license_activations
         WHERE project_id = $1 AND id = $2 AND seat_secret = $3 AND license_id IS NULL AND asked_at = $4 FOR UPDATE",
    )
    .bind(activation.project_id)
    .bind(activation.id)
    .bind(&activation.seat_secret)
    .bind(claimed_at)
    .fetch_optional(&mut *tx)
    .await?;
    if claimed.is_none() || belongs_to_license(&mut tx, activation, uid).await? {
        tx.commit().await?;
        return Ok(false);
    }
    sqlx::query("UPDATE license_activations SET key_digest = NULL, license_uid = $3 WHERE project_id = $1 AND id = $2")
        .bind(activation.project_id)
        .bind(activation.id)
        .bind(uid)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(true)
}

/// A licence that was activated before activations were stored, and whose key was entered once more.
async fn belongs_to_license(connection: &mut PgConnection, activation: &OpenActivation, uid: Uuid) -> Result<bool> {
    let license: Option<i64> = sqlx::query_scalar(
        "UPDATE licenses SET seat_secret = $3
         WHERE project_id = $1 AND uid = $2 AND source = 3 AND removed_at IS NULL AND superseded_at IS NULL AND revoked_at IS NULL RETURNING id",
    )
    .bind(activation.project_id)
    .bind(uid)
    .bind(&activation.seat_secret)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(license) = license else { return Ok(false) };
    sqlx::query("UPDATE license_activations SET license_id = $3 WHERE project_id = $1 AND id = $2")
        .bind(activation.project_id)
        .bind(activation.id)
        .bind(license)
        .execute(connection)
        .await?;
    Ok(true)
}

async fn delete(app: &App, activation: &OpenActivation) -> Result<()> {
    let mut tx = app.context.database.tenant(activation.project_id).await?;
    sqlx::query("DELETE FROM license_activations WHERE project_id = $1 AND id = $2 AND license_id IS NULL AND seat_secret = $3")
        .bind(activation.project_id)
        .bind(activation.id)
        .bind(&activation.seat_secret)
        .execute(&mut *tx)
        .await?;
    Ok(tx.commit().await?)
}
