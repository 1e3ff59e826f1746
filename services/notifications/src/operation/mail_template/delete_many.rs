//! Deletes several mail templates, each in a savepoint.
use kit::{Result, bulk};
use policy::action;
use proto::vestibule::common::v1::DeleteAllResponse;

use super::delete::delete_in;
use crate::app::App;
use crate::store::mail_template::Right;

pub async fn delete_many(app: &App, right: &Right<action::Delete>, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(&mut item.savepoint, app, right, item.id).await;
        item.finish(deleted).await?;
    }
    deletion.commit().await
}
