//! Photos of faces that are to be erased: those of identifiers that were revoked long ago or whose owner is deleted, and files whose rows
//! are gone.
use std::collections::HashSet;
use std::time::Duration;

use kit::{Result, run_periodically};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::app::App;

const ERASE_INTERVAL: Duration = Duration::from_secs(5);
/// Every photo is looked at: those of people who are deleted go with them already.
const FORGET_INTERVAL: Duration = Duration::from_secs(3600);
/// A photo is of no use for an identifier that is revoked, which does not come back.
const RETENTION_OF_REVOKED: time::Duration = time::Duration::days(30);
/// Of one round.
const MAX_ERASED: i64 = 500;
/// Uploaded tables that wait for their import: no row names them, and none is continued after a day.
const IMPORTS: &str = "identifier-imports";
const FACES: &str = "faces";

pub async fn erase_photos(app: App) -> anyhow::Result<()> {
    let context = app.context.clone();
    run_periodically(context, ERASE_INTERVAL, "photos cannot be erased", move || {
        let app = app.clone();
        async move { erase_files(&app).await }
    })
    .await
}

pub async fn forget_photos(app: App) -> anyhow::Result<()> {
    let context = app.context.clone();
    run_periodically(context, FORGET_INTERVAL, "useless photos cannot be forgotten", move || {
        let app = app.clone();
        async move { erase_due(&app).await }
    })
    .await
}

pub async fn sweep_blobs(app: App) -> anyhow::Result<()> {
    let context = app.context.clone();
    run_periodically(context, blob::SWEEP_INTERVAL, "files without a row cannot be removed", move || {
        let app = app.clone();
        async move { sweep(&app).await }
    })
    .await
}

/// One round.
pub async fn erase_due(app: &App) -> Result<()> {
    loop {
        let mut system = app.context.database.system().await?;
        let deleted = delete_useless(&mut system, app.context.clock.now(), MAX_ERASED).await?;
        system.commit().await?;
        if deleted < MAX_ERASED as u64 {
            return erase_files(app).await;
        }
    }
}

/// One round of those whose rows are gone.
pub async fn erase_files(app: &App) -> Result<()> {
    let mut system = app.context.database.system().await?;
    let erased = list_erased(&mut system, MAX_ERASED).await?;
    system.rollback().await?;
    for blob in &erased {
        app.photos.delete(blob).await?;
    }
    if !erased.is_empty() {
        let mut system = app.context.database.system().await?;
        forget_erased(&mut system, &erased).await?;
        system.commit().await?;
    }
    Ok(())
}

pub async fn sweep(app: &App) -> Result<()> {
    let now = app.context.clock.now();
    let named = |blobs: Vec<String>| async move {
        let mut system = app.context.database.system().await?;
        let named = named_blobs(&mut system, &blobs).await?;
        system.rollback().await?;
        Ok(named.into_iter().collect::<HashSet<String>>())
    };
    blob::sweep(&app.blobs, FACES, now, named).await?;
    blob::sweep(&app.blobs, IMPORTS, now, |_| async { Ok(HashSet::new()) }).await?;
    Ok(())
}

/// Forgets photos of identifiers that were revoked long ago, and of people who are deleted: their faces open nothing, and stay as identifiers
/// without one. Needs a system transaction.
async fn delete_useless(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<u64> {
    let deleted = sqlx::query(
        "DELETE FROM identifier_photos WHERE identifier_id IN (
             SELECT i.id FROM identifier_photos f JOIN identifiers i ON i.id = f.identifier_id LEFT JOIN people p ON p.id = i.owner_id
             WHERE i.revoked_at < $1 OR p.deleted LIMIT $2)",
    );
    Ok(deleted.bind(now - RETENTION_OF_REVOKED).bind(limit).execute(connection).await?.rows_affected())
}

/// Files whose rows are gone. Needs a system transaction.
async fn list_erased(connection: &mut PgConnection, limit: i64) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar("SELECT blob FROM erased_photos LIMIT $1").bind(limit).fetch_all(connection).await?)
}

/// These files are deleted. Needs a system transaction.
async fn forget_erased(connection: &mut PgConnection, blobs: &[String]) -> Result<()> {
    sqlx::query("DELETE FROM erased_photos WHERE blob = ANY($1)").bind(blobs).execute(connection).await?;
    Ok(())
}

/// Those of the files that rows name. Needs a system transaction.
async fn named_blobs(connection: &mut PgConnection, blobs: &[String]) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar("SELECT blob FROM identifier_photos WHERE blob = ANY($1)").bind(blobs).fetch_all(connection).await?)
}
