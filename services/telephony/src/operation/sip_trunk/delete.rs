use kit::{Error, Result, bulk};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::json;
use sqlx::PgConnection;

use crate::app::App;
use crate::operation::related::visible_names;
use crate::store::sip_trunk as store;

type Right = Authorized<resource::SipTrunk, action::Delete>;

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
    let queues = store::find_referencing(tx, right.project_id(), id).await?;
    if !queues.is_empty() {
        let names = visible_names(tx, right.caller(), queues).await?;
        return Err(Error::Conflict { code: "in_use", message: "the trunk is used by queues".into(), data: json!({ "names": names }) });
    }
    store::delete(tx, &row).await?;
    super::record(tx, app, right.caller(), id, (Some(&row.draft()), None), false).await
}
