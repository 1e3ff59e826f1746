use kit::{Result, bulk};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use sqlx::PgConnection;

use super::{ensure_reached_by_author, record};
use crate::app::App;
use crate::publish;
use crate::store::announce as store;

type DeleteRight = Authorized<resource::Announce, action::Delete>;

/// With its recipients and answers. Refused while it is sending or active.
pub async fn delete(app: &App, right: &DeleteRight, id: i64) -> Result<()> {
    super::advance_project(app, right.project_id()).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    delete_in(app, &mut tx, right, id).await?;
    Ok(tx.commit().await?)
}

/// Deletes those that can be deleted, and answers for each.
pub async fn delete_all(app: &App, right: &DeleteRight, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    super::advance_project(app, right.project_id()).await?;
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(app, &mut item.savepoint, right, item.id).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}

async fn delete_in(app: &App, connection: &mut PgConnection, right: &DeleteRight, id: i64) -> Result<()> {
    let row = store::find_for_update(connection, right, id).await?;
    row.status().ensure_deletable()?;
    if row.started_at.is_some() {
        // Answers go with it, which those who manage its recipients now have to keep.
        ensure_reached_by_author(connection, right.scope(), right.caller(), &row).await?;
    }
    store::delete(connection, &row).await?;
    record(app, connection, right.caller(), Action::Delete, Some(&row), None).await?;
    publish::announce_changed(connection, &row, true).await
}
