use kit::audit::{self, Change};
use kit::{Result, bulk};
use policy::{Action, Resource, action};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::store::group_type::{self, GroupTypeRight};

pub async fn delete(app: &App, right: &GroupTypeRight<action::Delete>, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    delete_type(&mut tx, app, right, id).await?;
    Ok(tx.commit().await?)
}

pub async fn delete_all(app: &App, right: &GroupTypeRight<action::Delete>, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_type(&mut item.savepoint, app, right, item.id).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}

async fn delete_type(connection: &mut PgConnection, app: &App, right: &GroupTypeRight<action::Delete>, id: i64) -> Result<()> {
    let group_type = group_type::find_for_update(connection, right, id).await?;
    group_type::refuse_while_used(connection, &group_type, "deletion prohibited: group type is used").await?;
    group_type::delete(connection, &group_type).await?;
    let change = Change::new(Action::Delete, Resource::GroupType, id, &group_type.name, group_type.draft().audit_view(), Value::Null);
    audit::record(connection, &app.context.clock, right.caller(), change).await
}
