use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use site_backup::{Mode, Plan};

use super::create::{self, check_number, check_own_number, new_record, release};
use super::plan::{Loaded, load, read_zip};
use super::progress::Unreported;
use super::reach::ensure_views;
use super::{authorize_apply, busy, discard, ensure_idle, push, worker};
use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::{
    ApplyRecord, ApplyStatus, BackupOrigin, BackupRecord, BackupStatus, MAX_BACKUPS, MAX_BACKUPS_WITH_UNDOS, MAX_NAME_CHARACTERS,
};
use crate::store::backup::BackupKey;
use crate::store::lease::Lease;
use crate::store::work_queue::{EngineCall, Work, WorkKind};

#[derive(Clone, Debug)]
pub struct ApplyInput {
    pub mode: Mode,
    /// Without any: all that the backup has.
    pub entities: Vec<String>,
    /// Of the plan that was reviewed; without it, nothing is written.
    pub plan_hash: Option<String>,
    /// The backup whose apply this one undoes.
    pub undoes: Option<i64>,
}

pub struct Planned {
    pub plan: Plan,
    pub backup: BackupRecord,
}

/// The plan; or, with the plan's hash, the beginning of what was planned.
pub async fn apply(app: &App, caller: &Caller, id: i64, input: ApplyInput) -> Result<Planned> {
    let record = app.backups.find(BackupKey { project_id: caller.project_id, id }).await?;
    authorize_apply(caller, &record)?;
    ensure_views(app, caller, &record).await?;
    plan_or_begin(app, caller, record, input).await
}

/// Stores a file that was checked whole, as a backup to plan and to apply. One that is not planned, or does not begin, is not kept.
pub async fn apply_file(
    app: &App,
    right: &Authorized<resource::BackupFile, action::Edit>,
    call: EngineCall,
    file_name: &str,
    data: Vec<u8>,
    input: ApplyInput,
) -> Result<Planned> {
    let size = data.len() as u64;
    let (manifest, snapshot) = {
        let _engine = app.backup_works.engine(call).await?;
        read_zip(data.clone()).await?
    };
    let views = snapshot.views;
    check_own_number(app, right.caller()).await?;
    let entities = manifest.entities.iter().map(|entity| (entity.name.clone(), entity.count)).collect();
    let mut record = new_record(app, right.project_id(), name_of_file(file_name), BackupOrigin::File, entities, worker(right.caller()));
    record.is_own = app.backups.key.is_own(&manifest, right.project_id());
    record.views = Some(views);
    (record.status, record.size) = (BackupStatus::Ready, size);
    (record.read_seconds, record.dropped) = (manifest.read_seconds, manifest.dropped);
    record.dropped.truncate(site_backup::read::MAX_DROPPED);
    app.backups.put_zip(BackupKey::from(&record), &data).await?;
    drop(data);
    app.backups.put(&record).await?;
    push(app, &record, 0, 0).await;
    let planned = plan_or_begin(app, right.caller(), record.clone(), input).await;
    if planned.is_err() {
        discard(app, &record).await;
    }
    planned
}

fn name_of_file(file_name: &str) -> String {
    let name = file_name.strip_suffix(".zip").unwrap_or(file_name);
    let name: String = name.chars().filter(|character| !character.is_control()).take(MAX_NAME_CHARACTERS).collect();
    if name.trim().is_empty() { "backup".into() } else { name.trim().into() }
}

/// Of a backup that the caller may apply.
pub(super) async fn plan_or_begin(app: &App, caller: &Caller, record: BackupRecord, input: ApplyInput) -> Result<Planned> {
    let worker = worker(caller);
    let plan = {
        let _engine = app.backup_works.engine(app.backup_works.call(caller.project_id)?).await?;
        let site = ApiSite { app: app.clone(), worker: worker.clone() };
        let loaded: Loaded = load(app, &record, &input.entities, input.undoes, &site, &Unreported).await?;
        loaded.compare(app, &worker, input.mode).await?.plan
    };
    let Some(hash) = &input.plan_hash else { return Ok(Planned { plan, backup: record }) };
    if *hash != plan.hash {
        return Err(Error::conflict("changed by somebody else: try again"));
    }
    let backup = begin(app, caller, record, &input, plan.hash.clone(), plan.items.len()).await?;
    Ok(Planned { plan, backup })
}

/// One apply of a project at a time.
pub async fn begin(app: &App, caller: &Caller, record: BackupRecord, input: &ApplyInput, plan_hash: String, total: usize) -> Result<BackupRecord> {
    let limit = if input.undoes.is_some() { MAX_BACKUPS_WITH_UNDOS } else { MAX_BACKUPS };
    check_number(app, record.project_id, limit).await?;
    ensure_idle(app, &record).await?;
    let key = BackupKey::from(&record);
    let turn = app.backup_works.reserve()?;
    let apply = Lease::acquire_apply(&app.context, record.project_id).await?.ok_or_else(busy)?;
    let Some(work) = Lease::acquire_work(&app.context, key).await? else {
        apply.release().await;
        return Err(busy());
    };
    let leases = vec![apply, work];
    match record_begin(app, caller, key, input, plan_hash, total).await {
        Ok(record) => {
            turn.push(Work { kind: WorkKind::Apply, key, leases });
            push(app, &record, 0, total).await;
            Ok(record)
        }
        Err(error) => {
            release(leases).await;
            Err(error)
        }
    }
}

/// With the lease of the backup's work: it may have been deleted, or applied, since it was read.
async fn record_begin(app: &App, caller: &Caller, key: BackupKey, input: &ApplyInput, plan_hash: String, total: usize) -> Result<BackupRecord> {
    let mut record = app.backups.find(key).await?;
    ensure_idle(app, &record).await?;
    record.apply = Some(ApplyRecord {
        status: ApplyStatus::Applying,
        replace: input.mode == Mode::Replace,
        entities: input.entities.clone(),
        plan_hash,
        started_at: app.context.clock.now(),
        ended_at: None,
        by: worker(caller),
        done: 0,
        total,
        refusals: Vec::new(),
        refusals_count: 0,
        undo_backup_id: None,
        undoes: input.undoes,
        message: None,
    });
    create::begin(app, &record).await?;
    Ok(record)
}
