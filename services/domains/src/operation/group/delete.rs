//! Deletion of groups: one, or many with an answer for each.
use std::collections::HashMap;

use kit::audit::{self, Change};
use kit::{Result, bulk};
use policy::{Action, Resource, action};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::reach::GroupRight;
use crate::operation::integration;
use crate::peers::members;
use crate::store::{group, tree_lock};

/// Number of members by group and resource.
type Members = HashMap<i64, Vec<(String, i64)>>;

pub async fn delete(app: &App, right: &GroupRight<action::Delete>, id: i64) -> Result<()> {
    let members = members::count(&app.context, right.project_id(), &[id]).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    tree_lock::exclusive(&mut tx, right.project_id()).await?;
    delete_group(&mut tx, app, right, id, &members).await?;
    tx.commit().await?;
    Ok(())
}

/// The deepest groups are deleted first, so that a group may go together with those below it.
pub async fn delete_all(app: &App, right: &GroupRight<action::Delete>, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    bulk::validate(&ids)?;
    let members = members::count(&app.context, right.project_id(), &ids).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    tree_lock::exclusive(&mut tx, right.project_id()).await?;
    let order = group::deepest_first(&mut tx, &ids).await?;
    let mut deletion = bulk::Deletion::in_order(tx, ids, &order)?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_group(&mut item.savepoint, app, right, item.id, &members).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}

/// `members`: what services said before the transaction. What is put into the group after that moves up, or leaves it, when they hear of
/// the deletion.
async fn delete_group(connection: &mut PgConnection, app: &App, right: &GroupRight<action::Delete>, id: i64, members: &Members) -> Result<()> {
    let group = group::find_for_update(connection, right, id).await?;
    integration::record_group_deletion(connection, app, right.caller(), id).await?;
    group::delete(connection, &group, members.get(&id).map(Vec::as_slice).unwrap_or_default()).await?;
    let change = Change::new(Action::Delete, Resource::Group, id, &group.name, group.draft().audit_view(), Value::Null);
    audit::record(connection, &app.context.clock, right.caller(), change).await
}
