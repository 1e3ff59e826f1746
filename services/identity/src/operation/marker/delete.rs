//! Removing markers.
use kit::Result;
use kit::audit::{self, Change};
use kit::bulk::Deletion;
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::Value;
use sqlx::PgConnection;

use crate::app::App;
use crate::store;

/// The right to remove markers.
pub type MarkerDelete = Authorized<resource::Marker, action::Delete>;

pub async fn delete(app: &App, right: &MarkerDelete, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    remove(app, &mut tx, right, id).await?;
    Ok(tx.commit().await?)
}

/// Answers per item, in the order asked.
pub async fn delete_all(app: &App, right: &MarkerDelete, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let removed = remove(app, &mut item.savepoint, right, item.id).await;
        item.finish(removed).await?;
    }
    deletion.commit().await
}

async fn remove(app: &App, connection: &mut PgConnection, right: &MarkerDelete, id: i64) -> Result<()> {
    let found = store::marker::find_for_update(connection, right, id).await?;
    store::marker::delete(connection, &found).await?;
    let change = Change::new(Action::Delete, Resource::Marker, id, &found.name, found.draft().audit_view(), Value::Null);
    audit::record(connection, &app.context.clock, right.caller(), change).await
}
