//! Backups: made and applied as the one who asks for it, through the operations that they may call.
mod apply;
mod create;
mod delete;
mod find;
mod make;
mod plan;
mod progress;
mod run;
mod undo;

pub use apply::{ApplyInput, Planned, apply, apply_file};
pub use create::create;
pub use delete::{delete, delete_all};
pub use find::{ListedBackups, find, list};
pub use make::make;
pub use run::{resume, run};
pub use undo::undo;

use kit::realtime::{self, Audience, Push};
use kit::{Error, Result};
use policy::{Action, Caller, Resource};
use serde_json::json;

use crate::app::App;
use crate::domain::backup::{BackupOrigin, BackupRecord, Worker};

fn worker(caller: &Caller) -> Worker {
    Worker {
        session_id: caller.session_id,
        user_id: caller.user_id,
        user_name: caller.user_name.clone(),
        ip: caller.ip.clone(),
        request_id: caller.request_id.clone(),
    }
}

fn busy() -> Error {
    Error::conflict("can't perform action")
}

/// A file of a stranger needs the right to apply files, whenever it is applied.
fn authorize_apply(caller: &Caller, record: &BackupRecord) -> Result<()> {
    let resource = if record.origin == BackupOrigin::File { Resource::BackupFile } else { Resource::Backup };
    if caller.scope(resource, Action::Edit).is_empty() { Err(Error::Forbidden) } else { Ok(()) }
}

/// Whoever sees backups loads this one again.
async fn push(app: &App, record: &BackupRecord, done: usize, total: usize) {
    let audience = Audience::Scope { resource: Resource::Backup.name().into(), path: Vec::new() };
    let data = json!({ "type": "backup", "id": record.id, "done": done, "total": total });
    realtime::push(&app.context, Push::new(record.project_id, "backups", audience, data)).await;
}
