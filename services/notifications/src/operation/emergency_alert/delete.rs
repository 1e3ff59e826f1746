use kit::{Error, Result, bulk};
use policy::{Action, Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use sqlx::PgConnection;

use super::record;
use crate::app::App;
use crate::store::{alert_run, emergency_alert as store};

type DeleteRight = Authorized<resource::EmergencyAlert, action::Delete>;

/// With its runs. Refused while one of them lasts.
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
    let row = store::find_for_update(connection, right, id).await?;
    // By the state that was published, not by the clock: a run whose end was not published would never end elsewhere.
    if alert_run::has_unfinished(connection, right.project_id(), id).await? {
        return Err(Error::conflict("can't perform action"));
    }
    store::delete(connection, &row).await?;
    record(app, connection, right.caller(), Action::Delete, Some(&row), None).await
}
