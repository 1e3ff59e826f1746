use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use serde_json::Value;

use super::{busy, push, worker};
use crate::app::App;
use crate::domain::backup::{self, BackupOrigin, BackupRecord, BackupStatus, MAX_BACKUPS, MAX_BACKUPS_OF_MAKER, Worker};
use crate::domain::backup_view::views_of;
use crate::store::backup::{BackupKey, new_id};
use crate::store::lease::{Lease, Works};
use crate::store::work_queue::{Work, WorkKind};

/// Begins to make one: at most two at once in a project.
pub async fn create(app: &App, right: &Authorized<resource::Backup, action::Create>, name: &str, entities: &[String]) -> Result<BackupRecord> {
    let name = backup::name(name)?;
    let chosen = backup::entities(entities, |_| true)?;
    check_own_number(app, right.caller()).await?;
    let turn = app.backup_works.reserve()?;
    let place = Lease::acquire_making(&app.context, right.project_id()).await?.ok_or_else(busy)?;
    let entities_chosen = chosen.iter().map(|entity| (entity.name.to_owned(), 0)).collect();
    let record = BackupRecord {
        chose_all: entities.is_empty(),
        views: Some(views_of(right.caller())),
        ..new_record(app, right.project_id(), name, BackupOrigin::Made, entities_chosen, worker(right.caller()))
    };
    let key = BackupKey::from(&record);
    let Some(work) = Lease::acquire_work(&app.context, key).await? else {
        place.release().await;
        return Err(busy());
    };
    let leases = vec![place, work];
    if let Err(error) = begin(app, &record).await {
        release(leases).await;
        return Err(error);
    }
    turn.push(Work { kind: WorkKind::Make, key, leases });
    push(app, &record, 0, 0).await;
    Ok(record)
}

/// A work of which nobody hears is not found when it breaks off: it is told first.
pub async fn begin(app: &App, record: &BackupRecord) -> Result<()> {
    app.backups.put_work(BackupKey::from(record)).await?;
    Works(&app.context).begin(BackupKey::from(record)).await?;
    app.backups.put(record).await
}

pub async fn release(leases: Vec<Lease>) {
    for lease in leases {
        lease.release().await;
    }
}

/// Of one project there are so many that a list of them is read in one go.
pub async fn check_number(app: &App, project_id: i64, limit: usize) -> Result<()> {
    let number = app.backups.list(project_id, app.context.clock.now()).await?.len();
    if number < limit { Ok(()) } else { Err(too_many(limit)) }
}

/// As `check_number`, of one that the caller makes or brings.
pub async fn check_own_number(app: &App, caller: &Caller) -> Result<()> {
    let records = app.backups.list(caller.project_id, app.context.clock.now()).await?;
    let is_own =
        |record: &&BackupRecord| record.made_by.user_id == caller.user_id && matches!(record.origin, BackupOrigin::Made | BackupOrigin::File);
    match (records.len(), records.iter().filter(is_own).count()) {
        (all, _) if all >= MAX_BACKUPS => Err(too_many(MAX_BACKUPS)),
        (_, own) if own >= MAX_BACKUPS_OF_MAKER => Err(too_many(MAX_BACKUPS_OF_MAKER)),
        _ => Ok(()),
    }
}

fn too_many(limit: usize) -> Error {
    Error::Conflict { code: "too_many_items", message: format!("too many items: at most {limit}"), data: Value::Null }
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
        made_before: None,
    }
}
