use std::collections::BTreeMap;

use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use site_backup::{ENTITIES, Entity, Plan};

use super::managed::{ensure_changes_managed, managed_ids, remember, says_managed};
use super::plan::{LoadedSite, SiteInput, compare, load};
use crate::app::App;
use crate::domain::backup::{BackupOrigin, BackupRecord, BackupStatus, Worker};
use crate::domain::site;
use crate::operation::backup::reach::retain_viewed;
use crate::operation::backup::{ApplyInput, begin, busy, delete, discard, new_record, worker};
use crate::store::backup::BackupKey;
use crate::store::lease::Lease;
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
        let says_managed = says_managed(&loaded.file, &loaded.chosen);
        if says_managed {
            let groups = managed_ids(&loaded.file, &loaded.site);
            ensure_changes_managed(app, right.caller(), loaded.file.managed.project, &groups).await?;
        }
        let stored = site::secrets(&loaded.file.secrets, &plan.items, &input.secrets, input.leave_out_secrets)?;
        if plan.items.is_empty() {
            if says_managed {
                remember_alone(app, &worker, right.project_id(), text, &input.site, &plan.hash).await?;
            }
            return Ok(Applied { plan, backup: None });
        }
        (plan, record(app, right.project_id(), &worker, &loaded, text.len()), stored)
    };
    let key = BackupKey::from(&record);
    app.backups.put_text(key, &text).await?;
    app.backups.put_secrets(key, &stored).await?;
    app.backups.put(&record).await?;
    let ApplySiteInput { site: SiteInput { mode, entities }, .. } = input;
    let input = ApplyInput { mode, entities, plan_hash: Some(plan.hash.clone()), undoes: None };
    match begin(app, right.caller(), record.clone(), &input, plan.hash.clone(), plan.items.len()).await {
        Ok(backup) => {
            if let Err(error) = delete_oldest(app, right.caller(), key).await {
                tracing::warn!(error = format!("{error:#}"), "site files that were applied long ago are kept");
            }
            Ok(Applied { plan, backup: Some(backup) })
        }
        Err(error) => {
            discard(app, &record).await;
            Err(error)
        }
    }
}

fn record(app: &App, project_id: i64, worker: &Worker, loaded: &LoadedSite, size: usize) -> BackupRecord {
    let entities = loaded.file.snapshot.iter().map(|(entity, rows)| (entity.name.to_owned(), rows.items.len()));
    let mut record = new_record(app, project_id, NAME.into(), BackupOrigin::Site, entities.collect(), worker.clone());
    let view = |entity: &Entity| (entity.name.to_owned(), loaded.file.snapshot.view(entity.name));
    record.views = Some(ENTITIES.iter().map(view).collect());
    (record.status, record.size, record.is_own) = (BackupStatus::Ready, size as u64, false);
    record
}

/// With nothing to do in the site: compared anew while nobody else applies, whose rows would be mixed with these.
async fn remember_alone(app: &App, worker: &Worker, project_id: i64, text: Vec<u8>, input: &SiteInput, hash: &str) -> Result<()> {
    let lease = Lease::acquire_apply(&app.context, project_id).await?.ok_or_else(busy)?;
    let remembered = async {
        let loaded = load(app, worker, text, input).await?;
        if compare(app, worker, &loaded, input.mode).await?.plan.hash != hash {
            return Err(Error::conflict("changed by somebody else: try again"));
        }
        remember(app, &lease, project_id, worker, &loaded.file, &loaded.site).await
    };
    let remembered = remembered.await;
    lease.release().await;
    remembered
}

/// A pipeline that applies every night does not fill the list of backups, if it may delete them; each is in the audit log. The
/// apply that has begun keeps every other apply and undo away.
async fn delete_oldest(app: &App, caller: &Caller, begun: BackupKey) -> Result<()> {
    let Ok(right) = caller.authorize::<resource::Backup, action::Delete>() else { return Ok(()) };
    let project_id = right.project_id();
    let mut records = app.backups.list(project_id, app.context.clock.now()).await?;
    records.retain(|record| record.origin == BackupOrigin::Site && !record.is_busy() && record.id != begun.id);
    retain_viewed(app, caller, &mut records).await?;
    records.sort_by_key(|record| std::cmp::Reverse(record.id));
    for old in records.into_iter().skip(MAX_KEPT - 1) {
        if let Some(id) = old.apply.as_ref().and_then(|apply| apply.undo_backup_id) {
            match delete(app, &right, id).await {
                // Somebody has deleted it before.
                Ok(()) | Err(Error::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        delete(app, &right, old.id).await?;
    }
    Ok(())
}
