use kit::{Error, Result, bulk};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::json;
use sqlx::PgConnection;

use super::record;
use crate::app::App;
use crate::operation::related::visible_names;
use crate::store::forward_rule as store;

type Right = Authorized<resource::ForwardRule, action::Delete>;

pub async fn delete(app: &App, right: &Right, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    delete_in(&mut tx, app, right, id).await?;
    Ok(tx.commit().await?)
}

/// Each that may be deleted; the answer says which were, and why the others were not.
pub async fn delete_many(app: &App, right: &Right, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(&mut item.savepoint, app, right, item.id).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}

async fn delete_in(tx: &mut PgConnection, app: &App, right: &Right, id: i64) -> Result<()> {
    let row = store::find_for_update(tx, right, id).await?;
    let numbers = store::find_referencing(tx, id).await?;
    if !numbers.is_empty() {
        let names = visible_names(tx, right.caller(), numbers).await?;
        let message = "the forward rule is used by numbers".into();
        return Err(Error::Conflict { code: "in_use", message, data: json!({ "names": names }) });
    }
    store::delete(tx, &row).await?;
    record(tx, app, right.caller(), id, (Some(&row.draft()), None)).await
}
