//! Retention of images: the row first, then the object. What a crash leaves in between is found by the weekly sweep.
use std::collections::HashSet;

use kit::Result;

use crate::app::App;
use crate::domain::event_image::{FOLDER, key};
use crate::store::event_image;

/// Deletes up to `limit` images that are older than their projects store them. Returns how many.
pub async fn delete_expired(app: &App, limit: i64) -> Result<usize> {
    let mut tx = app.context.database.system().await?;
    let paths = event_image::delete_expired(&mut tx, app.context.clock.now(), limit).await?;
    tx.commit().await?;
    for path in &paths {
        if let Err(error) = app.images.delete(&key(path)).await {
            tracing::warn!(path, error = format!("{error:#}"), "an image was left behind: the weekly sweep deletes it");
        }
    }
    if !paths.is_empty() {
        tracing::info!(deleted = paths.len(), "images of events are older than they are kept");
    }
    Ok(paths.len())
}

/// Deletes objects that no row names.
pub async fn sweep(app: &App) -> Result<()> {
    let named = |keys: Vec<String>| async move {
        let prefix = format!("{FOLDER}/");
        let paths: Vec<String> = keys.iter().filter_map(|key| key.strip_prefix(&prefix)).map(str::to_owned).collect();
        let mut tx = app.context.database.system().await?;
        let existing = event_image::existing_paths(&mut tx, &paths).await?;
        tx.rollback().await?;
        Ok(existing.iter().map(|path| key(path)).collect::<HashSet<_>>())
    };
    blob::sweep(&app.blobs, FOLDER, app.context.clock.now(), named).await.map(drop)
}
