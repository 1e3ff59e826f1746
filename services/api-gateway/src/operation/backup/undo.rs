use kit::{Error, Result};
use policy::Caller;
use site_backup::Mode;

use super::apply::{ApplyInput, Planned, apply};
use super::{authorize_apply, busy};
use crate::app::App;
use crate::domain::backup::ApplyStatus;
use crate::store::backup::BackupKey;

/// Applies the backup that was made before this one was applied: what it has comes back, what was added since goes.
pub async fn undo(app: &App, caller: &Caller, id: i64, plan_hash: Option<String>) -> Result<Planned> {
    let record = app.backups.find(BackupKey { project_id: caller.project_id, id }).await?;
    authorize_apply(caller, &record)?;
    let applied = record.apply.filter(|apply| matches!(apply.status, ApplyStatus::Applied | ApplyStatus::Failed)).ok_or_else(busy)?;
    let before = applied.undo_backup_id.ok_or(Error::NotFound)?;
    let input = ApplyInput { mode: Mode::Replace, entities: Vec::new(), plan_hash, undoes: Some(id) };
    apply(app, caller, before, input).await
}
