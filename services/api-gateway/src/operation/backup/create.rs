use kit::{Error, Result};
use policy::{Authorized, action, resource};
use serde_json::Value;

use super::{busy, push, worker};
use crate::app::App;
use crate::domain::backup::{self, BackupOrigin, BackupRecord, BackupStatus, MAX_BACKUPS, Worker};
use crate::domain::backup_view::views_of;
use crate::store::backup::{BackupKey, new_id};
use crate::store::lease::{Lease, Works};
use crate::store::work_queue::{Work, WorkKind};

/// Begins to make one: at most two at once in a project.
pub async fn create(app: &App, right: &Authorized<resource::Backup, action::Create>, name: &str, entities: &[String]) -> Result<BackupRecord> {
    let name = backup::name(name)?;
    let chosen = backup::entities(entities, |_| true)?;
    check_number(app, right.project_id()).await?;
    let turn = app.backup_works.reserve()?;
    let place = Lease::acquire_making(&app.context, right.project_id()).await?.ok_or_else(busy)?;
    let entities_chosen = chosen.iter().map(|entity| (entity.name.to_owned(), 0)).collect();
    let record = BackupRecord {
        chose_all: entities.is_empty(),
        views: Some(views_of(right.caller())),
        ..new_record(app, right.project_id(), name, BackupOrigin::Made, entities_chosen, worker(right.caller()))
    };
    let key = BackupKey::from(&record);
    let work = Lease::acquire_work(&app.context, key).await?.ok_or_else(busy)?;
    app.backups.put(&record).await?;
    Works(&app.context).begin(key).await?;
    turn.push(Work { kind: WorkKind::Make, key, leases: vec![place, work] });
    push(app, &record, 0, 0).await;
    Ok(record)
}

/// Of one project there are so many that a list of them is read in one go.
pub async fn check_number(app: &App, project_id: i64) -> Result<()> {
    let number = app.backups.list(project_id, app.context.clock.now()).await?.len();
    if number >= MAX_BACKUPS {
        let message = format!("too many items: at most {MAX_BACKUPS}");
        return Err(Error::Conflict { code: "too_many_items", message, data: Value::Null });
    }
    Ok(())
}

pub fn new_record(app: &App, project_id: i64, name: String, origin: BackupOrigin, entities: Vec<(String, usize)>, made_by: Worker) -> BackupRecord {
    let now = app.context.clock.now();
    BackupRecord {
        id: new_id(now),
        project_id,
        name,
        status: BackupStatus::Making,
        origin,
        entities,
        chose_all: false,
        size: 0,
        created_at: now,
        made_by,
        read_seconds: 0,
        dropped: Vec::new(),
        message: None,
        is_own: true,
        views: None,
        held: Vec::new(),
        apply: None,
    }
}
