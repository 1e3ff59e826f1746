use async_trait::async_trait;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use serde_json::Value;
use site_backup::yaml::{self, Managed, Style};
use site_backup::{Created, ENTITIES, Entity, Site, View, group, read};

use crate::api_site::ApiSite;
use crate::app::App;
use crate::domain::backup;
use crate::operation::backup::{Unreported, record, worker};
use crate::store::backup::BackupKey;
use crate::store::work_queue::beside_the_runtime;

const GROUPS: &str = "domains";

pub struct ExportInput {
    pub entities: Vec<String>,
    /// With what is below it and what belongs to them.
    pub group_id: Option<i64>,
    pub is_compact: bool,
    /// Of who may export identifiers.
    pub with_codes: bool,
}

/// A text lies in a repository: codes, whose number alone opens doors, are in it where somebody asks for them, and may.
struct TextSite<'a> {
    site: &'a ApiSite,
    with_codes: bool,
}

#[async_trait]
impl Site for TextSite<'_> {
    async fn list(&self, entity: &Entity, part: Option<&str>) -> Result<Vec<Value>> {
        self.site.list(entity, part).await
    }

    async fn create(&self, entity: &Entity, body: &Value) -> Result<Created> {
        self.site.create(entity, body).await
    }

    async fn update(&self, entity: &Entity, id: i64, part: Option<&str>, body: &Value) -> Result<()> {
        self.site.update(entity, id, part, body).await
    }

    async fn delete(&self, entity: &Entity, id: i64) -> Result<()> {
        self.site.delete(entity, id).await
    }

    async fn view(&self, entity: &Entity) -> Result<View> {
        self.site.view(entity).await
    }

    async fn takes_codes(&self) -> Result<bool> {
        Ok(self.with_codes && self.site.takes_codes().await?)
    }
}

/// As the caller sees the project. Who chose entities that they may not list gets no text without them.
pub async fn export(app: &App, right: &Authorized<resource::BackupFile, action::View>, input: ExportInput) -> Result<String> {
    let chosen = backup::entities(&input.entities, |_| true)?;
    let _engine = app.backup_works.engine(app.backup_works.call(right.project_id())?).await?;
    let worker = worker(right.caller());
    let api = ApiSite { app: app.clone(), worker: worker.clone() };
    if input.with_codes && !api.takes_codes().await? {
        return Err(Error::Forbidden);
    }
    let site = TextSite { site: &api, with_codes: input.with_codes };
    // What belongs to a group is known by all that it names.
    let wanted: Vec<&'static Entity> = if input.group_id.is_some() { ENTITIES.iter().collect() } else { chosen.clone() };
    let mut read = read::site(&site, &wanted, &Unreported).await?;
    let is_forbidden = |entity: &&Entity| read.forbidden.contains(&entity.name);
    if !input.entities.is_empty() && chosen.iter().any(is_forbidden) {
        return Err(Error::Forbidden);
    }
    let managed = managed(app, right.project_id(), &read).await?;
    let part = match input.group_id {
        None => std::mem::take(&mut read.snapshot),
        Some(id) => {
            let root = read.snapshot.get(GROUPS).and_then(|groups| groups.by_id(id)).ok_or(Error::NotFound)?.key.clone();
            let mut part = beside_the_runtime(|| group::within(&read.snapshot, &root))?;
            for entity in ENTITIES.iter().filter(|entity| !chosen.iter().any(|chosen| chosen.name == entity.name)) {
                part.remove(entity);
            }
            part
        }
    };
    let style = Style { is_compact: input.is_compact };
    let text = beside_the_runtime(|| yaml::write(&part, &managed, &read.dropped, style))?;
    record::download(app, &worker, BackupKey { project_id: right.project_id(), id: 0 }, "site").await?;
    Ok(text)
}

/// By the names that groups have now.
async fn managed(app: &App, project_id: i64, read: &read::SiteRead) -> Result<Managed> {
    let Some(record) = app.sites.find(project_id).await? else { return Ok(Managed::default()) };
    let groups = read.snapshot.get(GROUPS);
    let keys = record.group_ids.iter().filter_map(|id| groups?.by_id(*id)).map(|row| row.key.clone());
    Ok(Managed { project: record.project, groups: keys.collect() })
}
