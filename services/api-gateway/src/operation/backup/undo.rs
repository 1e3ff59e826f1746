use kit::{Error, Result};
use policy::Caller;
use site_backup::Mode;

use super::apply::{ApplyInput, Planned, plan_or_begin};
use super::reach::ensure_views;
use super::{authorize_apply, busy, ensure_found};
use crate::app::App;
use crate::domain::backup::ApplyStatus;
use crate::store::backup::BackupKey;

/// Brings back what the apply of this one has changed, from the backup that was made before it.
pub async fn undo(app: &App, caller: &Caller, id: i64, plan_hash: Option<String>) -> Result<Planned> {
    let record = app.backups.find(BackupKey { project_id: caller.project_id, id }).await?;
    authorize_apply(caller, &record)?;
    ensure_views(app, caller, &record).await?;
    ensure_found(app, &record).await;
    let applied = record.apply.filter(|apply| matches!(apply.status, ApplyStatus::Applied | ApplyStatus::Failed)).ok_or_else(busy)?;
    let before = applied.undo_backup_id.ok_or(Error::NotFound)?;
    let before = app.backups.find(BackupKey { project_id: caller.project_id, id: before }).await?;
    ensure_views(app, caller, &before).await?;
    let input = ApplyInput { mode: Mode::Replace, entities: Vec::new(), plan_hash, undoes: Some(id) };
    plan_or_begin(app, caller, before, input).await
}
