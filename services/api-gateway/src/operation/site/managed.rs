use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use site_backup::archive::{self, About};
use site_backup::read::SiteRead;
use site_backup::yaml::SiteFile;
use site_backup::{Entity, drift};

use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup::Worker;
use crate::domain::site::ManagedRecord;
use crate::operation::backup::{busy, record, worker};
use crate::store::lease::Lease;
use crate::store::work_queue::beside_the_runtime;

/// What of a project is managed by a file, as far as the caller sees it.
#[derive(Default)]
pub struct ManagedGroups {
    pub project: bool,
    pub group_ids: Vec<i64>,
    pub record: Option<ManagedRecord>,
}

/// Nothing for residents: it is for who changes groups, sees backups or applies files.
pub async fn managed(app: &App, caller: &Caller) -> Result<ManagedGroups> {
    let manages = [(Resource::Group, Action::Edit), (Resource::Backup, Action::View), (Resource::BackupFile, Action::Edit)];
    if manages.iter().all(|(resource, action)| caller.scope(*resource, *action).is_empty()) {
        return Ok(ManagedGroups::default());
    }
    let record = app.sites.find(caller.project_id).await?;
    let Some(found) = &record else { return Ok(ManagedGroups::default()) };
    let site = ApiSite { app: app.clone(), worker: worker(caller) };
    let visible = site.group_paths(&found.group_ids).await?;
    let group_ids: Vec<i64> = found.group_ids.iter().copied().filter(|id| visible.contains_key(id)).collect();
    // Who sees none of what is managed hears of no file.
    let is_of_caller = found.project || !group_ids.is_empty();
    Ok(ManagedGroups { project: found.project, group_ids, record: record.filter(|_| is_of_caller) })
}

/// `Forbidden` for who may not change all that a file manages: they neither end that nor put another file in its place. `groups`: what
/// another file is to manage, by ids.
pub async fn ensure_changes_managed(app: &App, caller: &Caller, project: bool, groups: &[i64]) -> Result<()> {
    let edit = caller.scope(Resource::Group, Action::Edit);
    if edit.all {
        return Ok(());
    }
    let found = app.sites.find(caller.project_id).await?;
    let ids: Vec<i64> = found.iter().flat_map(|found| &found.group_ids).chain(groups).copied().collect();
    let site = ApiSite { app: app.clone(), worker: worker(caller) };
    let paths = site.group_paths(&ids).await?;
    let is_within = |id: &i64| paths.get(id).is_some_and(|path| edit.covers_group(path));
    let is_project = project || found.is_some_and(|found| found.project);
    if !is_project && ids.iter().all(is_within) { Ok(()) } else { Err(Error::Forbidden) }
}

/// Nothing is managed any more. Not while a file is applied, which would be remembered after it.
pub async fn release(app: &App, right: &Authorized<resource::BackupFile, action::Edit>) -> Result<()> {
    let lease = Lease::acquire_apply(&app.context, right.project_id()).await?.ok_or_else(busy)?;
    let released = async {
        ensure_changes_managed(app, right.caller(), false, &[]).await?;
        end_management(app, &worker(right.caller()), right.project_id()).await
    };
    let released = released.await;
    lease.release().await;
    released
}

/// Not without a record of who did it.
async fn end_management(app: &App, by: &Worker, project_id: i64) -> Result<()> {
    if app.sites.find(project_id).await?.is_some() {
        record::managed(app, by, project_id, false).await?;
    }
    app.sites.delete(project_id).await
}

/// Whether an apply of these entities of a file says what is managed: one of a part of the file leaves that as it was.
pub fn says_managed(file: &SiteFile, chosen: &[&'static Entity]) -> bool {
    file.says_managed && file.snapshot.iter().all(|(entity, _)| chosen.iter().any(|chosen| chosen.name == entity.name))
}

/// What a file that was applied manages; one that says nothing of it leaves that as it was. `site`: as it is after the apply.
/// Only with the lease of the project's applies, which `_lease` proves: two at once would mix their rows.
pub async fn remember(app: &App, _lease: &Lease, project_id: i64, by: &Worker, file: &SiteFile, site: &SiteRead) -> Result<()> {
    if !file.says_managed {
        return Ok(());
    }
    let group_ids = managed_ids(file, site);
    // With the rights of now.
    let caller = app.sessions.find(by.session_id).await.map_err(|_| Error::Unauthenticated)?;
    ensure_changes_managed(app, &caller, file.managed.project, &group_ids).await?;
    if file.managed.is_empty() {
        return end_management(app, by, project_id).await;
    }
    // A pipeline that applies every night manages what it has managed before.
    let is_other = app.sites.find(project_id).await?.is_none_or(|found| !found.manages(file.managed.project, &group_ids));
    if is_other {
        record::managed(app, by, project_id, true).await?;
    }
    let now = app.context.clock.now();
    let about = About { made_at: now, platform: env!("CARGO_PKG_VERSION").into(), read_seconds: 0, dropped: Vec::new() };
    let (zip, other_rows) = beside_the_runtime(|| -> Result<_> {
        let (_, zip) = archive::write(&drift::applied_rows(site, &file.snapshot)?, about, project_id, &app.backups.key)?;
        Ok((zip, drift::other_rows(site, &file.snapshot)))
    })?;
    let record = ManagedRecord { project_id, project: file.managed.project, group_ids, applied_at: now, by: by.clone(), other_rows };
    app.sites.put(&record, &zip).await
}

/// Ids of the groups that the file manages and that are there.
pub fn managed_ids(file: &SiteFile, site: &SiteRead) -> Vec<i64> {
    let groups = site.ids.get("domains");
    file.managed.groups.iter().filter_map(|key| groups?.get(key).copied()).collect()
}
