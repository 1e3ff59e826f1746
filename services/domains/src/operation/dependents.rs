//! What depends on a group: what keeps it from being deleted, and what would go along with it.
use kit::{Context, Result, tree};
use policy::{Resource, action};
use proto::vestibule::domains::v1::GroupDependent;

use crate::domain::reach::{self, Proof};
use crate::neighbour::Neighbours;
use crate::store::dependent::{self, Dependents};
use crate::store::integration;

pub async fn list(context: &Context, right: &Proof<action::View>, id: i64) -> Result<Vec<GroupDependent>> {
    let mut reader = context.database.read(right.project_id()).await?;
    let path = tree::path(&mut reader, id).await?;
    reach::check(right, &path)?;
    let dependents = dependent::of(&mut reader, right.caller(), &path).await?;
    let keeping = |Dependents { resource, count, first }| GroupDependent { resource: String::from(resource), count, items: first, goes_along: false };
    let mut items: Vec<GroupDependent> = dependents.into_iter().map(keeping).collect();
    let (integrations, first) =
        (integration::count_owned(&mut reader, right.project_id(), id).await?, integration::owned(&mut reader, right.caller(), id).await?);
    // No connection is held while another service is asked.
    drop(reader);
    let neighbours = Neighbours { context, caller: right.caller() };
    let templates = neighbours.mail_templates(id).await?.unwrap_or_default();
    for (resource, count, items_of) in [(Resource::Integration, integrations, first), (Resource::MailTemplate, templates.total, templates.first)] {
        if count > 0 {
            items.push(GroupDependent { resource: resource.name().into(), count, items: items_of, goes_along: true });
        }
    }
    Ok(items)
}
