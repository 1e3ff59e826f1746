//! The work of applying. What it has done is found again by comparing anew, so whoever finds it broken off goes on.
use kit::{Error, Result};
use proto::vestibule::identity::v1::BackupRecordAction;
use site_backup::apply::{self, Applied};
use site_backup::journal::{Done, Journal};
use site_backup::read;

use super::create::new_record;
use super::make::store;
use super::plan::{Loaded, load};
use super::progress::WorkReport;
use super::record::{Outcome, happened};
use super::{end_work, push};
use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::{ApplyRecord, ApplyStatus, BackupOrigin, BackupRecord, BackupStatus, MAX_NAME_CHARACTERS, RefusalRecord};
use crate::domain::site::by_row;
use crate::operation::site::{remember, says_managed};
use crate::store::backup::BackupKey;
use crate::store::lease::Lease;
use crate::store::work_queue::WorkEngine;

/// A failure is written into the record; an error here leaves it to be continued.
pub async fn run(app: &App, key: BackupKey, leases: &[Lease], engine: WorkEngine) -> Result<()> {
    let mut record = app.backups.find(key).await?;
    let Some(apply) = record.apply.clone().filter(|apply| apply.status == ApplyStatus::Applying) else {
        return end_work(app, key).await;
    };
    let mut doing = Doing::default();
    let done = work(app, &mut record, &apply, leases, &mut doing, engine).await;
    if app.context.shutdown.is_cancelled() || leases.iter().any(|lease| lease.lost.is_cancelled()) {
        return done.map(|_| ());
    }
    let Doing { mut journal, done: done_rows } = doing;
    if let Some(done_rows) = &done_rows {
        journal.keep_done(done_rows);
    }
    let did_nothing = done_rows.is_some_and(|rows| rows.is_empty());
    end(app, &mut record, done, &journal, did_nothing).await
}

/// What was planned, and what of it is done; None while that is not known, of a work that is continued.
#[derive(Default)]
struct Doing {
    journal: Journal,
    done: Option<Done>,
}

/// `doing`: gets what was planned and done, also of a work that ends with an error.
async fn work(app: &App, record: &mut BackupRecord, apply: &ApplyRecord, leases: &[Lease], doing: &mut Doing, engine: WorkEngine) -> Result<Applied> {
    let key = BackupKey::from(&*record);
    if apply.undo_backup_id.is_some() {
        doing.journal = match app.backups.planned(key).await {
            Err(Error::NotFound) => return Err(changed()),
            planned => planned?,
        };
    }
    let site = ApiSite { app: app.clone(), worker: apply.by.clone() };
    let report = WorkReport::new(app, record, leases);
    let loaded = load(app, record, &apply.entities, apply.undoes, &site, &report).await?;
    let compared = loaded.compare(app, &apply.by, apply.mode()).await?;
    if apply.undo_backup_id.is_some() {
        // What is left of a plan has another hash. What somebody has changed since in other rows was reviewed by nobody.
        doing.done = Some(doing.journal.done_before(&compared.plan, &compared.targets));
        if !doing.journal.covers(&compared.plan) {
            return Err(changed());
        }
    } else {
        // Between plan and lease somebody may have changed something. What is compared here is what Undo brings back.
        if compared.plan.hash != apply.plan_hash {
            return Err(changed());
        }
        app.backups.put_planned(key, &compared.journal).await?;
        (doing.journal, doing.done) = (compared.journal.clone(), Some(Done::default()));
        let before = store_before(app, record, apply, &loaded, &doing.journal, &site, &report).await?;
        if let Some(apply) = &mut record.apply {
            apply.undo_backup_id = Some(before);
        }
        app.backups.put(record).await?;
    }
    let secrets = by_row(app.backups.secrets(key).await?);
    let memory = loaded.file.snapshot.memory() + loaded.site.snapshot.memory() + compared.plan.memory();
    let writing = app.backup_works.write(engine, memory);
    let applied = apply::run(&site, &secrets, compared, &report, doing.done.get_or_insert_default()).await?;
    if says_managed(&loaded.file, &loaded.chosen) && applied.refusals_count == 0 {
        drop(writing);
        let engine = app.context.shutdown.run_until_cancelled(app.backup_works.work_engine()).await;
        let _engine = engine.ok_or_else(|| Error::Unavailable(anyhow::anyhow!("the work goes on elsewhere")))??;
        let after = read::site(&site, &loaded.chosen, &report).await?;
        let lease = leases.first().ok_or_else(|| Error::internal(anyhow::anyhow!("an apply without a lease")))?;
        remember(app, lease, record.project_id, &apply.by, &loaded.file, &after).await?;
    }
    Ok(applied)
}

fn changed() -> Error {
    Error::conflict("changed by somebody else: try again")
}

/// Where rows are deleted, with all that may go along with them.
async fn store_before(
    app: &App,
    record: &BackupRecord,
    apply: &ApplyRecord,
    loaded: &Loaded,
    journal: &Journal,
    site: &ApiSite,
    report: &WorkReport<'_>,
) -> Result<i64> {
    let name: String = format!("Before {}", record.name).chars().take(MAX_NAME_CHARACTERS).collect();
    let mut before = new_record(app, record.project_id, name, BackupOrigin::BeforeApply, Vec::new(), apply.by.clone());
    before.made_before = Some(record.id);
    let entities = journal.entities();
    if entities.iter().all(|entity| loaded.site.snapshot.get(entity.name).is_some()) {
        store(app, &mut before, &loaded.site, loaded.read_seconds).await?;
    } else {
        store(app, &mut before, &read::site(site, &entities, report).await?, loaded.read_seconds).await?;
    }
    Ok(before.id)
}

/// `did_nothing`: that is known, also of a work that was continued.
async fn end(app: &App, record: &mut BackupRecord, done: Result<Applied>, journal: &Journal, did_nothing: bool) -> Result<()> {
    let key = BackupKey::from(&*record);
    let Some(apply) = &mut record.apply else { return Ok(()) };
    apply.ended_at = Some(app.context.clock.now());
    match done {
        Ok(applied) => {
            apply.status = if applied.refusals_count == 0 { ApplyStatus::Applied } else { ApplyStatus::Failed };
            (apply.done, apply.refusals_count) = (applied.done, applied.refusals_count);
            let refusals = applied.refusals.into_iter();
            let record = |refusal: apply::Refusal| RefusalRecord { entity: refusal.entity.into(), name: refusal.name, message: refusal.message };
            apply.refusals = refusals.map(record).collect();
        }
        Err(error) => {
            tracing::warn!(backup = record.id, error = format!("{error:#}"), "a backup is not applied whole");
            (apply.status, apply.message) = (ApplyStatus::Failed, Some(error.to_string()));
        }
    }
    let action = if apply.undoes.is_some() { BackupRecordAction::Undo } else { BackupRecordAction::Apply };
    let outcome = Outcome { is_whole: apply.status == ApplyStatus::Applied, refusals: apply.refusals_count };
    let (by, name) = (apply.by.clone(), record.name.clone());
    let undone = apply.undoes.filter(|_| apply.status == ApplyStatus::Applied);
    // There is nothing to undo, and what was made before is not kept.
    let is_needless = did_nothing && apply.status == ApplyStatus::Failed;
    let needless = apply.undo_backup_id.take_if(|_| is_needless);
    // Before the record says that it has ended, and can be undone.
    if let Some(id) = apply.undo_backup_id {
        app.backups.put_journal(BackupKey { id, ..key }, journal).await?;
    }
    if let Some(id) = undone {
        mark_undone(app, BackupKey { id, ..key }).await?;
    }
    app.backups.put(record).await?;
    if let Some(id) = needless {
        app.backups.delete(BackupKey { id, ..key }).await?;
    }
    app.backups.delete_secrets(key).await?;
    app.backups.delete_planned(key).await?;
    happened(app, action, &by, key, &name, outcome).await;
    end_work(app, key).await?;
    push(app, record, 0, 0).await;
    Ok(())
}

/// With the lease of its work: somebody may delete it in this moment, and it must not come back.
async fn mark_undone(app: &App, key: BackupKey) -> Result<()> {
    let lease = Lease::acquire_ended_work(&app.context, key).await?;
    let lease = lease.ok_or_else(|| Error::Unavailable(anyhow::anyhow!("somebody works on the backup that is undone")))?;
    let marked = put_undone(app, key).await;
    lease.release().await;
    if let Some(record) = marked? {
        push(app, &record, 0, 0).await;
    }
    Ok(())
}

/// None of one that somebody has deleted.
async fn put_undone(app: &App, key: BackupKey) -> Result<Option<BackupRecord>> {
    let mut record = match app.backups.find(key).await {
        Err(Error::NotFound) => return Ok(None),
        found => found?,
    };
    if let Some(apply) = &mut record.apply {
        apply.status = ApplyStatus::Undone;
    }
    app.backups.put(&record).await?;
    Ok(Some(record))
}

/// A work without a sign of life: an apply goes on, a making has failed. True where it goes on, with the project's lease.
pub async fn resume(app: &App, key: BackupKey) -> Result<Option<Lease>> {
    let record = match app.backups.find(key).await {
        Err(Error::NotFound) => None,
        found => Some(found?),
    };
    match record {
        Some(record) if record.status == BackupStatus::Making => abandon(app, record).await.map(|()| None),
        Some(record) if record.is_busy() => Lease::acquire_apply(&app.context, key.project_id).await,
        _ => end_work(app, key).await.map(|()| None),
    }
}

/// What was being made when its process ended.
async fn abandon(app: &App, mut record: BackupRecord) -> Result<()> {
    record.status = BackupStatus::Failed;
    record.message = Some("device or service not available".into());
    app.backups.put(&record).await?;
    end_work(app, BackupKey::from(&record)).await?;
    push(app, &record, 0, 0).await;
    Ok(())
}
