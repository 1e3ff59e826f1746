//! Entities that depend on a group: those that keep it from being deleted, and those that are deleted with it.
use kit::{Result, tree};
use policy::{Resource, action};

use crate::app::App;
use crate::domain::reach::{self, GroupRight};
use crate::peers::members;
use crate::peers::related::RelatedEntities;
use crate::store::{dependent, integration};

/// Dependents of one kind.
pub struct Dependents {
    pub resource: &'static str,
    pub count: i64,
    /// Ids and names of the first.
    pub first: Vec<(i64, String)>,
    /// Whether they are deleted with the group, rather than keep it from being deleted.
    pub goes_along: bool,
}

pub async fn list_dependents(app: &App, right: &GroupRight<action::View>, id: i64) -> Result<Vec<Dependents>> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let path = tree::path(&mut reader, id).await?;
    reach::check(right, &path)?;
    let mut keeping = dependent::list(&mut reader, right.caller(), &path).await?;
    let integrations = integration::count_owned(&mut reader, right.project_id(), id).await?;
    let first_integrations = integration::list_owned(&mut reader, right.caller(), id).await?;
    // No connection is held while another service is asked.
    drop(reader);
    let related = RelatedEntities { context: &app.context, caller: right.caller() };
    let templates = related.mail_templates(id).await?.unwrap_or_default();
    let members = members::count(&app.context, right.project_id(), &[id]).await?;
    dependent::add_unprojected(&mut keeping, members.get(&id).map(Vec::as_slice).unwrap_or_default());
    if let Some(kind) = keeping.iter_mut().find(|kind| kind.resource == dependent::FORWARD_RULES) {
        kind.first = related.forward_rules(id).await?.unwrap_or_default().first;
    }
    if let Some(kind) = keeping.iter_mut().find(|kind| kind.resource == dependent::EMERGENCY_ALERTS) {
        kind.first = related.emergency_alerts(id).await?.unwrap_or_default().first;
    }
    let keeping = keeping.into_iter().map(|kind| Dependents { resource: kind.resource, count: kind.count, first: kind.first, goes_along: false });
    let deleted_with_it = [
        Dependents { resource: Resource::Integration.name(), count: integrations, first: first_integrations, goes_along: true },
        Dependents { resource: Resource::MailTemplate.name(), count: templates.total, first: templates.first, goes_along: true },
    ];
    Ok(keeping.chain(deleted_with_it.into_iter().filter(|kind| kind.count > 0)).collect())
}
