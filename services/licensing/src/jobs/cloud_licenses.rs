//! Asks the licence server once a day whether its licences still hold, and releases the seats of those that are gone, or that
//! were taken for nobody.
use std::time::Duration;

use kit::{Result, run_periodically};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::app::App;
use crate::domain::license_file::{Holder, Payload, Way};
use crate::domain::seat_secret::SeatSecret;
use crate::license_server::{LicenseServer, Refreshed, Seat};
use crate::operation::project_features::publish::publish;
use crate::store::project_features;

mod activations;

const INTERVAL: Duration = Duration::from_secs(60);
/// Licences that one run asks about: each call takes up to 10 seconds.
const BATCH: i64 = 20;
/// Seconds until the server is asked again: a day.
const REFRESH: i64 = 86_400;
/// Seconds over which refreshes spread, so that installations do not ask at once.
const JITTER: i64 = 7_200;
/// Seconds until a call that failed is repeated.
const RETRY: i64 = 900;

#[derive(sqlx::FromRow)]
struct CloudLicense {
    id: i64,
    project_id: i64,
    uid: Uuid,
    project_uid: Option<Uuid>,
    /// Of the activation that the answer is about: of a licence that was removed and activated again meanwhile it is another.
    seat_secret: Option<Vec<u8>>,
}

impl CloudLicense {
    /// None before identity has named the project, and for a seat whose secret is gone: its key has to be entered again.
    fn secret(&self, app: &App) -> Option<SeatSecret> {
        self.seat_secret.as_deref().and_then(|sealed| SeatSecret::open(&app.context.sealer, sealed))
    }
}

const DUE: &str =
    "SELECT l.id, l.project_id, l.uid, p.uid AS project_uid, l.seat_secret FROM licenses l LEFT JOIN projects p ON p.project_id = l.project_id
    WHERE l.uid IS NOT NULL AND";

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "the licence server is not asked", || ask(&app)).await
}

/// What is due. A server that does not respond changes nothing: what is here goes on to its own end.
pub async fn ask(app: &App) -> Result<()> {
    let Some(server) = &app.license_server else { return Ok(()) };
    for license in due(app, "l.refresh_at <= $1 ORDER BY l.refresh_at LIMIT $2").await? {
        refresh(app, server, &license).await?;
    }
    for license in due(app, "l.release_at <= $1 ORDER BY l.release_at LIMIT $2").await? {
        release(app, server, &license).await?;
    }
    activations::finish_open(app, server).await
}

async fn due(app: &App, condition: &'static str) -> Result<Vec<CloudLicense>> {
    let mut tx = app.context.database.system().await?;
    let sql = sqlx::AssertSqlSafe(format!("{DUE} {condition}"));
    let found = sqlx::query_as(sql).bind(app.context.clock.now()).bind(BATCH).fetch_all(&mut *tx).await?;
    tx.rollback().await?;
    Ok(found)
}

async fn refresh(app: &App, server: &LicenseServer, license: &CloudLicense) -> Result<()> {
    let Some(project_uid) = license.project_uid else { return Ok(()) };
    // Without a transaction: it may take 10 seconds.
    let answer = match license.secret(app) {
        Some(secret) => server.refresh(license.uid, &Seat { instance_id: app.config.instance_id, project_uid, secret: &secret }).await,
        None => Err(anyhow::anyhow!("the secret of the seat is not known")),
    };
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(license.project_id).await?;
    // In the order of whoever adds and removes licences.
    project_features::find_for_update(&mut tx, license.project_id).await?;
    if !lock_seat(&mut tx, license).await? {
        return Ok(());
    }
    match answer {
        Ok(Refreshed::Revoked) => revoke(&mut tx, license, now).await?,
        Ok(Refreshed::OfAnother) => postpone(&mut tx, license, "instance id already registered", now).await?,
        Ok(Refreshed::Holds(file)) => match renewed(app, license, project_uid, &file, now) {
            Some(payload) => renew(&mut tx, license, &payload, now).await?,
            None => postpone(&mut tx, license, "licence has a bad signature", now).await?,
        },
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), license = %license.uid, "the licence server does not respond");
            postpone(&mut tx, license, "licence server not responding", now).await?;
        }
    }
    publish(&mut tx, license.project_id, app.config.grace, now).await?;
    Ok(tx.commit().await?)
}

/// What a refreshed file says, if it is one of this licence.
fn renewed(app: &App, license: &CloudLicense, project_uid: Uuid, file: &[u8], now: OffsetDateTime) -> Option<Payload> {
    let payload = app.config.trusted_keys.open(file).ok().filter(|payload| payload.id == license.uid)?;
    let holder = Holder { project_uid: Some(project_uid), instance_id: app.config.instance_id, way: Way::Cloud };
    // One that has ended is kept as it is: its end has come here too.
    payload.check_holder(&holder, now).is_ok().then_some(payload)
}

/// False for a licence that was removed, or activated once more, while the server was asked: the answer is not about it.
async fn lock_seat(connection: &mut PgConnection, license: &CloudLicense) -> Result<bool> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT id FROM licenses WHERE project_id = $1 AND id = $2 AND seat_secret IS NOT DISTINCT FROM $3 AND refresh_at IS NOT NULL FOR NO KEY UPDATE",
    )
    .bind(license.project_id)
    .bind(license.id)
    .bind(&license.seat_secret)
    .fetch_optional(connection)
    .await?;
    Ok(found.is_some())
}

/// The answer is not signed. The server is asked on, and a file that is signed takes it back.
async fn revoke(connection: &mut PgConnection, license: &CloudLicense, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE licenses SET revoked_at = coalesce(revoked_at, $3), refreshed_at = $3, refresh_error = '', refresh_at = $3 + make_interval(secs => $4)
         WHERE project_id = $1 AND id = $2 AND removed_at IS NULL",
    )
    .bind(license.project_id)
    .bind(license.id)
    .bind(now)
    .bind(seconds_to_refresh(license.uid))
    .execute(connection)
    .await?;
    Ok(())
}

async fn renew(connection: &mut PgConnection, license: &CloudLicense, payload: &Payload, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE licenses SET valid_from = $3, valid_to = $4, features = $5, sip = $6, mobile_app = $7, ukey2 = $8, per_user_sip = $9,
             per_user_mobile_app = $10, per_user_ukey2 = $11, revoked_at = NULL, refreshed_at = $12, refresh_error = '',
             refresh_at = $12 + make_interval(secs => $13)
         WHERE project_id = $1 AND id = $2 AND removed_at IS NULL",
    )
    .bind(license.project_id)
    .bind(license.id)
    .bind(payload.valid_from)
    .bind(payload.valid_to)
    .bind(&payload.features)
    .bind(payload.counts.sip)
    .bind(payload.counts.mobile_app)
    .bind(payload.counts.ukey2)
    .bind(payload.per_user.sip)
    .bind(payload.per_user.mobile_app)
    .bind(payload.per_user.ukey2)
    .bind(now)
    .bind(seconds_to_refresh(license.uid))
    .execute(connection)
    .await?;
    Ok(())
}

fn seconds_to_refresh(uid: Uuid) -> f64 {
    let spread = i64::from(uid.as_bytes()[15]) * JITTER / 256;
    (REFRESH - JITTER / 2 + spread) as f64
}

async fn postpone(connection: &mut PgConnection, license: &CloudLicense, reason: &str, now: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE licenses SET refresh_error = $3, refresh_at = $4 + make_interval(secs => $5) WHERE project_id = $1 AND id = $2 AND refresh_at IS NOT NULL")
        .bind(license.project_id)
        .bind(license.id)
        .bind(reason)
        .bind(now)
        .bind(RETRY as f64)
        .execute(connection)
        .await?;
    Ok(())
}

async fn release(app: &App, server: &LicenseServer, license: &CloudLicense) -> Result<()> {
    let Some(project_uid) = license.project_uid else { return Ok(()) };
    let answer = match license.secret(app) {
        Some(secret) => server.release(license.uid, &Seat { instance_id: app.config.instance_id, project_uid, secret: &secret }).await,
        // Nobody can release it but the vendor.
        None => Ok(()),
    };
    if let Err(error) = &answer {
        tracing::warn!(error = format!("{error:#}"), license = %license.uid, "the seat of a licence is not released yet");
    }
    let again_at = answer.is_err().then(|| app.context.clock.now() + time::Duration::seconds(RETRY));
    let mut tx = app.context.database.tenant(license.project_id).await?;
    sqlx::query(
        "UPDATE licenses SET release_at = $3 WHERE project_id = $1 AND id = $2 AND release_at IS NOT NULL AND seat_secret IS NOT DISTINCT FROM $4",
    )
    .bind(license.project_id)
    .bind(license.id)
    .bind(again_at)
    .bind(&license.seat_secret)
    .execute(&mut *tx)
    .await?;
    Ok(tx.commit().await?)
}
