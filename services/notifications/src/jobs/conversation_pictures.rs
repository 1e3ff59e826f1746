//! Pictures that were uploaded and never sent are deleted, and objects that no row names.
use std::collections::HashSet;
use std::time::Duration;

use kit::{Result, run_periodically};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::app::App;
use crate::store::conversation_picture::{self as store, StoredPicture};

const INTERVAL: Duration = Duration::from_secs(3600);
/// For so long a picture waits for its message.
const UNSENT_TTL: time::Duration = time::Duration::hours(24);
const BATCH: i64 = 1_000;

/// Returns the number of deleted pictures.
pub async fn delete_unsent(app: &App) -> Result<usize> {
    let mut tx = app.context.database.system().await?;
    let pictures = delete_unsent_before(&mut tx, app.context.clock.now() - UNSENT_TTL).await?;
    tx.commit().await?;
    for object in pictures.iter().flat_map(|picture| picture.object_keys()) {
        app.blobs.delete(&object).await?;
    }
    Ok(pictures.len())
}

pub async fn clean(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "pictures that were not sent are deleted later", || delete_unsent(&app)).await
}

/// Deletes objects that no row names. Returns their number.
pub async fn sweep_once(app: &App) -> Result<usize> {
    let named = async |keys: Vec<String>| -> Result<HashSet<String>> {
        let mut tx = app.context.database.system().await?;
        let named = store::named(&mut tx, &keys).await?;
        tx.rollback().await?;
        Ok(named.into_iter().collect())
    };
    blob::sweep(&app.blobs, store::FOLDER, app.context.clock.now(), &named).await
}

pub async fn sweep(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), blob::SWEEP_INTERVAL, "objects of pictures are swept later", || sweep_once(&app)).await
}

/// Deletes the rows of pictures without a message, older than a moment. Returns what was in them.
async fn delete_unsent_before(connection: &mut PgConnection, before: OffsetDateTime) -> Result<Vec<StoredPicture>> {
    Ok(sqlx::query_as(
        "DELETE FROM conversation_pictures WHERE key IN (
             SELECT key FROM conversation_pictures WHERE message_id IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING project_id, key, thumbnail_type IS NOT NULL AS has_thumbnail",
    )
    .bind(before)
    .bind(BATCH)
    .fetch_all(connection)
    .await?)
}
