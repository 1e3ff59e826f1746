use std::collections::BTreeMap;

use kit::{Error, Result};
use policy::{Authorized, action, resource};
use site_backup::Plan;

use super::managed::remember;
use super::plan::{LoadedSite, SiteInput, compare, load};
use crate::app::App;
use crate::domain::backup::{BackupOrigin, BackupRecord, BackupStatus, Worker};
use crate::domain::site;
use crate::operation::backup::{ApplyInput, begin, new_record, worker};
use crate::store::backup::BackupKey;
use crate::store::work_queue::EngineCall;

/// Applied texts that are kept, each with the backup that was made before.
const MAX_KEPT: usize = 10;
const NAME: &str = "Site file";

pub struct ApplySiteInput {
    pub site: SiteInput,
    /// Of the plan that was reviewed.
    pub plan_hash: String,
    pub secrets: BTreeMap<String, String>,
    pub leave_out_secrets: bool,
}

pub struct Applied {
    pub plan: Plan,
    /// None when there was nothing to do.
    pub backup: Option<BackupRecord>,
}

/// Begins what was planned; the text becomes a backup, whose apply can be undone.
pub async fn apply(
    app: &App,
    right: &Authorized<resource::BackupFile, action::Edit>,
    call: EngineCall,
    text: Vec<u8>,
    input: ApplySiteInput,
) -> Result<Applied> {
    let worker = worker(right.caller());
    let (plan, record, stored) = {
        let _engine = app.backup_works.engine(call).await?;
        let loaded = load(app, &worker, text.clone(), &input.site).await?;
        let plan = compare(app, &worker, &loaded, input.site.mode).await?.plan;
        if input.plan_hash != plan.hash {
            return Err(Error::conflict("changed by somebody else: try again"));
        }
        let stored = site::secrets(&loaded.file.secrets, &plan.items, &input.secrets, input.leave_out_secrets)?;
        if plan.items.is_empty() {
            remember(app, right.project_id(), &worker, &loaded.file, &loaded.site).await?;
            return Ok(Applied { plan, backup: None });
        }
        (plan, record(app, right.project_id(), &worker, &loaded, text.len()), stored)
    };
    delete_oldest(app, right.project_id()).await?;
    let key = BackupKey::from(&record);
    app.backups.put_text(key, &text).await?;
    app.backups.put_secrets(key, &stored).await?;
    app.backups.put(&record).await?;
    let ApplySiteInput { site: SiteInput { mode, entities }, .. } = input;
    let input = ApplyInput { mode, entities, plan_hash: Some(plan.hash.clone()), undoes: None };
    match begin(app, right.caller(), record, &input, plan.hash.clone(), plan.items.len()).await {
        Ok(backup) => Ok(Applied { plan, backup: Some(backup) }),
        Err(error) => {
            app.backups.delete(key).await?;
            Err(error)
        }
    }
}

fn record(app: &App, project_id: i64, worker: &Worker, loaded: &LoadedSite, size: usize) -> BackupRecord {
    let entities = loaded.file.snapshot.iter().map(|(entity, rows)| (entity.name.to_owned(), rows.items.len()));
    let mut record = new_record(app, project_id, NAME.into(), BackupOrigin::Site, entities.collect(), worker.clone());
    (record.status, record.size, record.is_own) = (BackupStatus::Ready, size as u64, false);
    record
}

/// A pipeline that applies every night does not fill the list of backups.
async fn delete_oldest(app: &App, project_id: i64) -> Result<()> {
    let mut records = app.backups.list(project_id, app.context.clock.now()).await?;
    records.retain(|record| record.origin == BackupOrigin::Site && !record.is_busy());
    records.sort_by_key(|record| std::cmp::Reverse(record.id));
    for old in records.into_iter().skip(MAX_KEPT - 1) {
        if let Some(id) = old.apply.as_ref().and_then(|apply| apply.undo_backup_id) {
            app.backups.delete(BackupKey { project_id, id }).await?;
        }
        app.backups.delete(BackupKey::from(&old)).await?;
    }
    Ok(())
}
