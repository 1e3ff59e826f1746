use kit::{Error, Result};
use policy::{Authorized, action, resource};
use site_backup::compare::{self, Compared};
use site_backup::read::{self, SiteRead};
use site_backup::yaml::{self, SiteFile};
use site_backup::{Entity, Mode, Plan};

use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::{self, Worker};
use crate::domain::site::MAX_MANAGED_GROUPS;
use crate::operation::backup::{Unreported, actor, refuse_prohibited, worker};
use crate::store::work_queue::{EngineCall, beside_the_runtime};

#[derive(Clone, Debug)]
pub struct SiteInput {
    pub mode: Mode,
    /// Without any: all that the file has.
    pub entities: Vec<String>,
}

/// A text that was read and checked, and the site as it is now.
pub struct LoadedSite {
    pub file: SiteFile,
    pub site: SiteRead,
    pub chosen: Vec<&'static Entity>,
}

pub async fn plan(
    app: &App,
    right: &Authorized<resource::BackupFile, action::Edit>,
    call: EngineCall,
    text: Vec<u8>,
    input: &SiteInput,
) -> Result<Plan> {
    let _engine = app.backup_works.engine(call).await?;
    let worker = worker(right.caller());
    let loaded = load(app, &worker, text, input).await?;
    Ok(compare(app, &worker, &loaded, input.mode).await?.plan)
}

pub async fn load(app: &App, worker: &Worker, text: Vec<u8>, input: &SiteInput) -> Result<LoadedSite> {
    let file = read_text(text).await?;
    if file.managed.groups.len() > MAX_MANAGED_GROUPS {
        return Err(Error::invalid_file(format!("at most {MAX_MANAGED_GROUPS} managed groups")));
    }
    let chosen = backup::entities(&input.entities, |entity| file.snapshot.get(entity.name).is_some())?;
    let site = ApiSite { app: app.clone(), worker: worker.clone() };
    let site = read::site(&site, &chosen, &Unreported).await?;
    Ok(LoadedSite { file, site, chosen })
}

/// Beside the runtime: it has up to 16 MiB.
pub async fn read_text(text: Vec<u8>) -> Result<SiteFile> {
    tokio::task::spawn_blocking(move || yaml::read(&text)).await.map_err(Error::internal)?
}

/// A text has no ids: rows are found by their natural keys.
pub async fn compare<'a>(app: &App, worker: &Worker, loaded: &'a LoadedSite, mode: Mode) -> Result<Compared<'a>> {
    let actor = actor(app, worker).await?;
    let mut compared = beside_the_runtime(|| compare::compare(&loaded.file.snapshot, &loaded.site, &loaded.chosen, mode, false, actor))?;
    refuse_prohibited(app, worker, &loaded.site, &mut compared).await?;
    compared.plan.hash = loaded.file.plan_hash(compared.plan.hash);
    Ok(compared)
}
