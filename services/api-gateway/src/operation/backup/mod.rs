//! Backups: made and applied as the one who asks for it, through the operations that they may call.
mod apply;
mod create;
mod delete;
mod download;
mod find;
mod make;
mod plan;
mod progress;
pub mod reach;
pub mod record;
mod run;
mod undo;

pub use apply::{ApplyInput, Planned, apply, apply_file, begin};
pub use create::{create, new_record};
pub use delete::{delete, delete_all};
pub use download::{BackupFile, download};
pub use find::{ListedBackups, find, list};
pub use make::make;
pub use plan::{actor, refuse_prohibited};
pub use progress::Unreported;
pub use run::{resume, run};
pub use undo::undo;

use kit::realtime::{self, Audience, Push};
use kit::{Error, Result};
use policy::{Action, Caller, Resource};
use serde_json::json;

use crate::app::App;
use crate::domain::backup::{BackupOrigin, BackupRecord, Worker, WorkerToken};
use crate::store::backup::BackupKey;
use crate::store::lease::{Lease, Works};

pub fn worker(caller: &Caller) -> Worker {
    Worker {
        session_id: caller.session_id,
        user_id: caller.user_id,
        user_name: caller.user_name.clone(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
        token: caller.token.as_ref().map(|token| WorkerToken { id: token.id, name: token.name.clone() }),
    }
}

pub fn busy() -> Error {
    Error::conflict("can't perform action")
}

/// A file of a stranger needs the right to apply files, whenever it is applied.
fn authorize_apply(caller: &Caller, record: &BackupRecord) -> Result<()> {
    let is_file = matches!(record.origin, BackupOrigin::File | BackupOrigin::Site);
    let resource = if is_file { Resource::BackupFile } else { Resource::Backup };
    if caller.scope(resource, Action::Edit).is_empty() { Err(Error::Forbidden) } else { Ok(()) }
}

/// Nobody goes on with it any more.
async fn end_work(app: &App, key: BackupKey) -> Result<()> {
    app.backups.delete_work(key).await?;
    Works(&app.context).end(key).await
}

/// Works that were begun and have not ended, though Redis may have forgotten them and nobody may look at them.
pub async fn ensure_all_found(app: &App) -> Result<()> {
    for key in app.backups.works().await? {
        if !has_ended(app, key).await? {
            ensure_known(app, key).await?;
        }
    }
    Ok(())
}

/// By its record, which is written before anything else says that it has ended. Without a record it has not begun, or is for the sweep.
async fn has_ended(app: &App, key: BackupKey) -> Result<bool> {
    match app.backups.find(key).await {
        Ok(record) => Ok(!record.is_busy()),
        Err(Error::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

/// One that Redis does not know may have ended since it was read: then it is nobody's, and must not seem to go on.
async fn ensure_known(app: &App, key: BackupKey) -> Result<()> {
    let works = Works(&app.context);
    if works.ensure(key).await? && has_ended(app, key).await? {
        works.forget(key).await?;
    }
    Ok(())
}

/// Redis may have forgotten a work that broke off: nobody would look for it.
pub async fn ensure_found(app: &App, record: &BackupRecord) {
    if record.is_busy()
        && let Err(error) = ensure_known(app, BackupKey::from(record)).await
    {
        tracing::warn!(backup = record.id, %error, "a backup that broke off may not be found");
    }
}

/// Asked before its lease is, too: that is left to whoever works on it, though Redis may have forgotten it.
async fn ensure_idle(app: &App, record: &BackupRecord) -> Result<()> {
    ensure_found(app, record).await;
    if record.is_busy() { Err(busy()) } else { Ok(()) }
}

/// Deletes a file that was stored for a call that has failed; not when somebody has begun to apply it meanwhile.
pub async fn discard(app: &App, record: &BackupRecord) {
    let key = BackupKey::from(record);
    let discarded = async {
        let Some(lease) = Lease::acquire_ended_work(&app.context, key).await? else { return Ok(()) };
        let deleted = match app.backups.find(key).await {
            Ok(found) if found.is_busy() => Ok(()),
            Err(Error::NotFound) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => app.backups.delete(key).await,
        };
        lease.release().await;
        deleted
    };
    let discarded: Result<()> = discarded.await;
    if let Err(error) = discarded {
        tracing::warn!(backup = key.id, %error, "a file that is not applied is kept");
    }
    push(app, record, 0, 0).await;
}

/// Whoever sees backups loads this one again.
async fn push(app: &App, record: &BackupRecord, done: usize, total: usize) {
    let audience = Audience::Scope { resource: Resource::Backup.name().into(), path: Vec::new() };
    let data = json!({ "type": "backup", "id": record.id, "done": done, "total": total });
    realtime::push(&app.context, Push::new(record.project_id, "backups", audience, data)).await;
}
