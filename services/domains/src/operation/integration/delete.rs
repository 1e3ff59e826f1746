use kit::audit::{self, Change};
use kit::{Result, bulk};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::store::integration;

pub async fn delete(app: &App, caller: &Caller, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(caller.project_id).await?;
    delete_integration(&mut tx, app, caller, id).await?;
    Ok(tx.commit().await?)
}

pub async fn delete_all(app: &App, caller: &Caller, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, caller.project_id, ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_integration(&mut item.savepoint, app, caller, item.id).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}

async fn delete_integration(connection: &mut PgConnection, app: &App, caller: &Caller, id: i64) -> Result<()> {
    let integration = integration::find_for_update::<action::Delete>(connection, caller, id).await?;
    integration::delete(connection, &integration).await?;
    let change = Change::new(Action::Delete, Resource::Integration, id, &integration.name, integration.draft().audit_view(), Value::Null);
    audit::record(connection, &app.context.clock, caller, change).await
}
