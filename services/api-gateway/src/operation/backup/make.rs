use kit::{Error, Result};
use proto::vestibule::identity::v1::BackupRecordAction;
use site_backup::archive::{self, About};
use site_backup::read::{self, SiteRead};
use site_backup::{Entity, Progress, View, group};

use super::progress::WorkReport;
use super::record::{Outcome, happened};
use super::{end_work, push};
use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::{BackupRecord, BackupStatus, HeldRecord};
use crate::store::backup::BackupKey;
use crate::store::lease::Lease;
use crate::store::work_queue::{WorkEngine, beside_the_runtime};

/// The work of making one. A failure is written into its record; an error here leaves it to be found as broken off.
pub async fn make(app: &App, key: BackupKey, leases: &[Lease], _engine: WorkEngine) -> Result<()> {
    let mut record = app.backups.find(key).await?;
    if record.status != BackupStatus::Making {
        return end_work(app, key).await;
    }
    let chosen: Vec<&'static Entity> = record.entities.iter().filter_map(|(name, _)| Entity::find(name)).collect();
    let site = ApiSite { app: app.clone(), worker: record.made_by.clone() };
    let report = WorkReport::new(app, &record, leases);
    let made = read_and_store(app, &mut record, &site, &chosen, &report).await;
    if app.context.shutdown.is_cancelled() || leases.iter().any(|lease| lease.lost.is_cancelled()) {
        return made.map(|_| ());
    }
    match made {
        Ok(_) => happened(app, BackupRecordAction::Create, &record.made_by, key, &record.name, Outcome::default()).await,
        Err(error) => fail(app, &mut record, &error).await?,
    }
    end_work(app, key).await?;
    push(app, &record, 0, 0).await;
    Ok(())
}

async fn fail(app: &App, record: &mut BackupRecord, error: &Error) -> Result<()> {
    tracing::warn!(backup = record.id, error = format!("{error:#}"), "a backup is not made");
    record.status = BackupStatus::Failed;
    record.message = Some(error.to_string());
    app.backups.put(record).await
}

/// Who chose entities that they may not list gets no backup without them.
async fn read_and_store(
    app: &App,
    record: &mut BackupRecord,
    site: &ApiSite,
    chosen: &[&'static Entity],
    progress: &dyn Progress,
) -> Result<SiteRead> {
    let began = app.context.clock.now();
    let read = read::site(site, chosen, progress).await?;
    if !record.chose_all && !read.forbidden.is_empty() {
        return Err(Error::Forbidden);
    }
    let read_seconds = (app.context.clock.now() - began).whole_seconds().try_into().unwrap_or(i32::MAX);
    store(app, record, &read, read_seconds).await?;
    Ok(read)
}

/// Writes the zip, and then the record that says that it is ready.
pub async fn store(app: &App, record: &mut BackupRecord, read: &SiteRead, read_seconds: i32) -> Result<()> {
    let about = About { made_at: record.created_at, platform: env!("CARGO_PKG_VERSION").into(), read_seconds, dropped: read.dropped.clone() };
    let (manifest, zip) = beside_the_runtime(|| archive::write(&read.snapshot, about, record.project_id, &app.backups.key))?;
    record.held = beside_the_runtime(|| held(read))?;
    record.views = manifest.views.clone();
    app.backups.put_zip(BackupKey::from(&*record), &zip).await?;
    record.entities = manifest.entities.iter().map(|entity| (entity.name.clone(), entity.count)).collect();
    (record.size, record.read_seconds, record.dropped) = (zip.len() as u64, manifest.read_seconds, manifest.dropped);
    record.status = BackupStatus::Ready;
    app.backups.put(record).await
}

/// Where the rows are of entities that were not viewed whole.
fn held(read: &SiteRead) -> Result<Vec<HeldRecord>> {
    let partial = group::held(&read.snapshot)?.into_iter().filter(|(entity, _)| read.snapshot.view(entity.name) != View::All);
    let groups = read.ids.get("domains");
    let of_entity = |(entity, held): (&'static Entity, group::HeldGroups)| {
        let group_ids: Vec<i64> = held.groups.iter().filter_map(|key| groups?.get(key).copied()).collect();
        // A group that is not seen by itself.
        let has_others = held.has_others || group_ids.len() < held.groups.len();
        HeldRecord { entity: entity.name.into(), group_ids, has_others }
    };
    Ok(partial.map(of_entity).collect())
}
