use kit::{Error, Result};
use site_backup::archive;
use site_backup::compare::{self, Compared};
use site_backup::journal::Journal;
use site_backup::plan::Actor;
use site_backup::read::{self, SiteRead};
use site_backup::undo;
use site_backup::yaml::SiteFile;
use site_backup::{Entity, Mode, Progress, Snapshot};

use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::{self, BackupOrigin, BackupRecord, BackupStatus, Worker};
use crate::domain::backup_view::GroupPaths;
use crate::domain::plan_rights::PlanRights;
use crate::operation::site::read_text;
use crate::store::backup::BackupKey;
use crate::store::work_queue::beside_the_runtime;

/// A file that was read and checked, and the site as it is now.
pub struct Loaded {
    /// Of a zip: its rows alone.
    pub file: SiteFile,
    pub site: SiteRead,
    pub chosen: Vec<&'static Entity>,
    pub is_own: bool,
    /// Over how many seconds the site was read.
    pub read_seconds: i32,
    /// Of an undo: what is undone.
    undone: Option<Journal>,
}

/// `undoes`: the file is what was made before an apply, which is undone.
pub async fn load(
    app: &App,
    record: &BackupRecord,
    entities: &[String],
    undoes: Option<i64>,
    site: &ApiSite,
    progress: &dyn Progress,
) -> Result<Loaded> {
    if record.status != BackupStatus::Ready {
        return Err(super::busy());
    }
    let (file, is_own) = read_file(app, record).await?;
    let undone = match undoes {
        Some(_) => Some(app.backups.journal(BackupKey::from(record)).await?),
        None => None,
    };
    let chosen = match &undone {
        Some(journal) => journal.entities(),
        None => backup::entities(entities, |entity| file.snapshot.get(entity.name).is_some())?,
    };
    let began = app.context.clock.now();
    let here = read::site(site, &chosen, progress).await?;
    let read_seconds = (app.context.clock.now() - began).whole_seconds().try_into().unwrap_or(i32::MAX);
    Ok(Loaded { is_own, file, site: here, chosen, read_seconds, undone })
}

/// With whether ids mean what they say.
async fn read_file(app: &App, record: &BackupRecord) -> Result<(SiteFile, bool)> {
    let key = BackupKey::from(record);
    if record.origin == BackupOrigin::Site {
        return Ok((read_text(app.backups.text(key).await?).await?, false));
    }
    let (manifest, snapshot) = read_zip(app.backups.zip(key).await?).await?;
    Ok((SiteFile { snapshot, ..SiteFile::default() }, app.backups.key.is_own(&manifest, record.project_id)))
}

/// Beside the runtime: it inflates up to 48 MiB.
pub async fn read_zip(zip: Vec<u8>) -> Result<(archive::Manifest, Snapshot)> {
    tokio::task::spawn_blocking(move || archive::read(&zip)).await.map_err(Error::internal)?
}

impl Loaded {
    pub async fn compare(&self, app: &App, worker: &Worker, mode: Mode) -> Result<Compared<'_>> {
        let actor = actor(app, worker).await?;
        let mut compared = beside_the_runtime(|| match &self.undone {
            Some(journal) => undo::compare(&self.file.snapshot, journal, &self.site, actor),
            None => compare::compare(&self.file.snapshot, &self.site, &self.chosen, mode, self.is_own, actor),
        })?;
        refuse_prohibited(app, worker, &self.site, &mut compared).await?;
        compared.plan.hash = self.file.plan_hash(compared.plan.hash);
        Ok(compared)
    }
}

/// What the operations would refuse for want of a right is in no plan.
pub async fn refuse_prohibited(app: &App, worker: &Worker, site: &SiteRead, compared: &mut Compared<'_>) -> Result<()> {
    let caller = app.sessions.find(worker.session_id).await.map_err(|_| Error::Unauthenticated)?;
    let api = ApiSite { app: app.clone(), worker: worker.clone() };
    let mut rights = PlanRights { caller: &caller, site, paths: GroupPaths::new() };
    let groups = rights.unsure_groups(&compared.plan.items);
    if !groups.is_empty() {
        rights.paths = api.group_paths(&groups).await?;
    }
    let unsure = compared.plan.items.iter().filter(|item| rights.is_for_creator(item));
    let unsure: Vec<_> = unsure.map(|item| (item.entity, item.id)).collect();
    let creators = api.creators(&unsure).await?;
    compared.refuse(|item| rights.is_prohibited(item, &creators));
    Ok(())
}

/// With the role that they have now.
pub async fn actor(app: &App, worker: &Worker) -> Result<Actor> {
    let caller = app.sessions.find(worker.session_id).await.map_err(|_| Error::Unauthenticated)?;
    Ok(Actor { user_id: caller.user_id, role_id: caller.role_id })
}
