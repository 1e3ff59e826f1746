use kit::{Result, bulk};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use sqlx::PgConnection;

use super::record;
use crate::app::App;
use crate::domain::access_rule::Members;
use crate::store::elevator_access_rule as store;

type DeleteRight = Authorized<resource::ElevatorAccessRule, action::Delete>;

pub async fn delete(app: &App, right: &DeleteRight, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    delete_in(app, &mut tx, right, id).await?;
    Ok(tx.commit().await?)
}

/// Deletes those that can be deleted, and answers for each.
pub async fn delete_all(app: &App, right: &DeleteRight, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(app, &mut item.savepoint, right, item.id).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}

async fn delete_in(app: &App, connection: &mut PgConnection, right: &DeleteRight, id: i64) -> Result<()> {
    let row = store::find_for_update(connection, right, id, Members::First).await?;
    store::delete(connection, &row).await?;
    record(app, connection, right.caller(), Action::Delete, Some(&row), None).await
}
