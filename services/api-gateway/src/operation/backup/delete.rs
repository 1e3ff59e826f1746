use kit::{Error, Result};
use policy::{Authorized, action, resource};

use super::reach::ensure_views;
use super::{busy, ensure_idle, push, record, worker};
use crate::app::App;
use crate::domain::backup::BackupRecord;
use crate::store::backup::BackupKey;
use crate::store::lease::Lease;

const MAX_ITEMS: usize = 500;

/// Not while it is made or applied.
pub async fn delete(app: &App, right: &Authorized<resource::Backup, action::Delete>, id: i64) -> Result<()> {
    let key = BackupKey { project_id: right.project_id(), id };
    let found = app.backups.find(key).await?;
    ensure_views(app, right.caller(), &found).await?;
    ensure_idle(app, &found).await?;
    // With the lease no apply of it begins meanwhile.
    let lease = Lease::acquire_ended_work(&app.context, key).await?.ok_or_else(busy)?;
    let deleted = delete_found(app, right, key).await;
    lease.release().await;
    push(app, &deleted?, 0, 0).await;
    Ok(())
}

async fn delete_found(app: &App, right: &Authorized<resource::Backup, action::Delete>, key: BackupKey) -> Result<BackupRecord> {
    // It may have been applied since it was read.
    let found = app.backups.find(key).await?;
    ensure_idle(app, &found).await?;
    if is_needed(app, key, &found).await? {
        return Err(busy());
    }
    record::deleted(app, &worker(right.caller()), key, &found.name).await?;
    app.backups.delete(key).await?;
    Ok(found)
}

/// By an apply that goes on, and is undone by it.
async fn is_needed(app: &App, key: BackupKey, found: &BackupRecord) -> Result<bool> {
    let Some(id) = found.made_before else { return Ok(false) };
    match app.backups.find(BackupKey { id, ..key }).await {
        Ok(applied) => Ok(applied.needs(key.id)),
        Err(Error::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

/// One answer for each.
pub async fn delete_all(app: &App, right: &Authorized<resource::Backup, action::Delete>, ids: &[i64]) -> Result<Vec<(i64, Result<()>)>> {
    if ids.len() > MAX_ITEMS {
        return Err(Error::field("items", format!("must have at most {MAX_ITEMS} elements, has {}", ids.len())));
    }
    let mut answers = Vec::with_capacity(ids.len());
    for id in ids {
        answers.push((*id, delete(app, right, *id).await));
    }
    Ok(answers)
}
