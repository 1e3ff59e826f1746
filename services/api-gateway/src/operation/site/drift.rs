use kit::{Error, Result};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use site_backup::yaml::Managed;
use site_backup::{ENTITIES, Entity, Plan, Snapshot, archive, drift as engine, read};

use super::managed::{ManagedGroups, managed};
use crate::api_site::ApiSite;
use crate::app::App;
use crate::operation::backup::{Unreported, worker};
use crate::store::work_queue::beside_the_runtime;

pub struct Drift {
    pub managed: ManagedGroups,
    /// By which everything would be as the file says.
    pub plan: Option<Plan>,
}

/// What was changed by hand. The file may name what a caller with groups of their own does not see, so it is for those who see all.
pub async fn drift(app: &App, right: &Authorized<resource::Backup, action::View>) -> Result<Drift> {
    let managed = managed(app, right.caller()).await?;
    let Some(record) = &managed.record else { return Ok(Drift { managed, plan: None }) };
    let _engine = app.backup_works.engine(app.backup_works.call(right.project_id())?).await?;
    let zip = app.sites.rows(right.project_id()).await?;
    let applied: Snapshot = tokio::task::spawn_blocking(move || archive::read_part(&zip)).await.map_err(Error::internal)??.1;
    if !applied.iter().all(|(entity, _)| sees_all(right.caller(), entity)) {
        return Err(Error::Forbidden);
    }
    let site = ApiSite { app: app.clone(), worker: worker(right.caller()) };
    let entities: Vec<&'static Entity> = ENTITIES.iter().collect();
    let here = read::site(&site, &entities, &Unreported).await?;
    // By the names that they had in the file, and by those of now.
    let named = [&applied, &here.snapshot].into_iter().filter_map(|snapshot| snapshot.get("domains"));
    let keys = named.flat_map(|groups| record.group_ids.iter().filter_map(|id| groups.by_id(*id)).map(|row| row.key.clone()));
    let roots = Managed { project: record.project, groups: keys.collect() };
    let plan = beside_the_runtime(|| engine::plan(&applied, &record.other_rows, &here, &roots))?;
    Ok(Drift { managed, plan: Some(plan) })
}

fn sees_all(caller: &Caller, entity: &Entity) -> bool {
    let resource = Resource::ALL.iter().find(|resource| resource.name() == entity.name);
    resource.is_some_and(|resource| caller.scope(*resource, Action::View).all)
}
