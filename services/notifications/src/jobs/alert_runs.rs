//! Runs of emergency alerts end by the clock, and sounds that no alert has are deleted. Reads derive the states from the clock: a late
//! round is not seen, but access and device-gateway learn of the end by its event.
use std::collections::HashSet;
use std::time::Duration;

use kit::{Result, run_periodically};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::app::App;
use crate::operation::alert_run;
use crate::store::alert_file;

const INTERVAL: Duration = Duration::from_secs(1);
const CLEANING_INTERVAL: Duration = Duration::from_secs(3600);
/// Of runs that have ended.
const RETENTION: time::Duration = time::Duration::days(400);
/// For so long a sound waits for an alert to be saved with it.
const UNUSED_TTL: time::Duration = time::Duration::hours(24);
const BATCH: i64 = 100;
/// At each start, and so often, for a service whose database was restored.
const REPEAT_INTERVAL: Duration = Duration::from_secs(600);
/// Runs of all projects that are published once more in one round.
const MAX_REPEATED: i64 = 200;

pub async fn advance_all_due(app: &App) -> Result<()> {
    while alert_run::advance_due(app).await? {}
    Ok(())
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "emergency alerts end later", || advance_all_due(&app)).await
}

/// Publishes what runs once more: access and device-gateway learn of runs whose event they have lost or never had.
pub async fn repeat_all(app: &App) -> Result<()> {
    let mut before_id = i64::MAX;
    for _ in 0..MAX_REPEATED / alert_run::REPEATED_AT_ONCE {
        let Some(lowest) = alert_run::repeat_running(app, before_id).await? else { break };
        before_id = lowest;
    }
    Ok(())
}

pub async fn repeat(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), REPEAT_INTERVAL, "emergency alerts are not published once more", || repeat_all(&app)).await
}

/// Returns the number of deleted sounds.
pub async fn delete_old(app: &App) -> Result<usize> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    delete_ended_before(&mut tx, now - RETENTION).await?;
    let objects = delete_unused_before(&mut tx, now - UNUSED_TTL).await?;
    tx.commit().await?;
    for object in &objects {
        app.blobs.delete(object).await?;
    }
    Ok(objects.len())
}

pub async fn clean(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), CLEANING_INTERVAL, "sounds of emergency alerts are deleted later", || delete_old(&app)).await
}

/// Deletes objects that no row names.
pub async fn sweep(app: App) -> anyhow::Result<()> {
    let named = async |keys: Vec<String>| -> Result<HashSet<String>> {
        let mut tx = app.context.database.system().await?;
        let named = alert_file::named(&mut tx, &keys).await?;
        tx.rollback().await?;
        Ok(named.into_iter().collect())
    };
    let round = || blob::sweep(&app.blobs, alert_file::FOLDER, app.context.clock.now(), &named);
    run_periodically(app.context.clone(), blob::SWEEP_INTERVAL, "objects of sounds are swept later", round).await
}

/// Deletes the rows of sounds that no alert has, older than a moment. Returns their keys in the blob store.
async fn delete_unused_before(connection: &mut PgConnection, before: OffsetDateTime) -> Result<Vec<String>> {
    let gone: Vec<(i64, Uuid)> = sqlx::query_as(
        "DELETE FROM alert_files WHERE key IN (
             SELECT f.key FROM alert_files f WHERE f.created_at < $1 AND NOT EXISTS (SELECT 1 FROM emergency_alerts a WHERE a.file_key = f.key)
             ORDER BY f.created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING project_id, key",
    )
    .bind(before)
    .bind(BATCH)
    .fetch_all(connection)
    .await?;
    Ok(gone.into_iter().map(|(project_id, key)| alert_file::object_key(project_id, key)).collect())
}

/// Runs that ended before a moment.
async fn delete_ended_before(connection: &mut PgConnection, before: OffsetDateTime) -> Result<()> {
    sqlx::query("DELETE FROM alert_runs WHERE id IN (SELECT r.id FROM alert_runs r WHERE r.status > 2 AND r.started_at < $1 ORDER BY r.id LIMIT $2)")
        .bind(before)
        .bind(BATCH)
        .execute(connection)
        .await?;
    Ok(())
}
