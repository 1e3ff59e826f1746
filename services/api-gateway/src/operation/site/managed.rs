use kit::Result;
use policy::{Authorized, Caller, action, resource};
use site_backup::archive::{self, About};
use site_backup::drift;
use site_backup::read::SiteRead;
use site_backup::yaml::SiteFile;

use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::Worker;
use crate::domain::site::ManagedRecord;
use crate::operation::backup::worker;

/// What of a project is managed by a file, as far as the caller sees it.
pub struct ManagedGroups {
    pub project: bool,
    pub group_ids: Vec<i64>,
    pub record: Option<ManagedRecord>,
}

pub async fn managed(app: &App, caller: &Caller) -> Result<ManagedGroups> {
    let record = app.sites.find(caller.project_id).await?;
    let Some(found) = &record else { return Ok(ManagedGroups { project: false, group_ids: Vec::new(), record: None }) };
    let site = ApiSite { app: app.clone(), worker: worker(caller) };
    let group_ids = site.visible_groups(&found.group_ids).await?;
    // Who sees none of what is managed hears of no file.
    let is_of_caller = found.project || !group_ids.is_empty();
    Ok(ManagedGroups { project: found.project, group_ids, record: record.filter(|_| is_of_caller) })
}

/// Nothing is managed any more.
pub async fn release(app: &App, right: &Authorized<resource::BackupFile, action::Edit>) -> Result<()> {
    app.sites.delete(right.project_id()).await
}

/// What a file that was applied manages; one that says nothing of it leaves that as it was. `site`: as it is after the apply.
pub async fn remember(app: &App, project_id: i64, by: &Worker, file: &SiteFile, site: &SiteRead) -> Result<()> {
    if !file.says_managed {
        return Ok(());
    }
    if file.managed.is_empty() {
        return app.sites.delete(project_id).await;
    }
    let groups = site.ids.get("domains");
    let group_ids = file.managed.groups.iter().filter_map(|key| groups?.get(key).copied()).collect();
    let rows = drift::applied_rows(site, &file.snapshot)?;
    let now = app.context.clock.now();
    let about = About { made_at: now, platform: env!("CARGO_PKG_VERSION").into(), read_seconds: 0, dropped: Vec::new() };
    let (_, zip) = archive::write(&rows, about, project_id, &app.backups.key)?;
    let other_rows = drift::other_rows(site, &file.snapshot);
    let record = ManagedRecord { project_id, project: file.managed.project, group_ids, applied_at: now, by: by.clone(), other_rows };
    app.sites.put(&record, &zip).await
}
