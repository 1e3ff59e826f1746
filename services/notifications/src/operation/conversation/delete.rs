use kit::{Result, audit, bulk};
use policy::{Action, Authorized, Resource, action, resource};
use proto::vestibule::common::v1::DeleteAllResponse;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::picture;
use crate::app::App;
use crate::store::{conversation as store, conversation_picture};

type DeleteRight = Authorized<resource::Conversation, action::Delete>;

/// With its messages, for everybody in it.
pub async fn delete(app: &App, right: &DeleteRight, id: i64) -> Result<()> {
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let objects = delete_in(app, &mut tx, right, id).await?;
    tx.commit().await?;
    picture::delete_objects(app, &objects).await;
    Ok(())
}

/// Deletes those that can be deleted, and answers for each.
pub async fn delete_all(app: &App, right: &DeleteRight, ids: Vec<i64>) -> Result<DeleteAllResponse> {
    let mut deletion = bulk::Deletion::begin(&app.context.database, right.project_id(), ids).await?;
    let mut objects = Vec::new();
    while let Some(mut item) = deletion.next().await? {
        let deleted = delete_in(app, &mut item.savepoint, right, item.id).await.map(|of_one| objects.extend(of_one));
        item.finish(deleted).await?;
    }
    let answer = deletion.commit().await?;
    picture::delete_objects(app, &objects).await;
    Ok(answer)
}

/// Returns the objects of its pictures, to delete them when the transaction is committed.
async fn delete_in(app: &App, connection: &mut PgConnection, right: &DeleteRight, id: i64) -> Result<Vec<String>> {
    let found = store::find_for_update(connection, right, id).await?;
    let objects = conversation_picture::objects_of(connection, found.row()).await?;
    store::delete(connection, &found).await?;
    let before = json!({ "user_id": found.user_id, "peer_id": found.peer_id, "domain_id": found.group_id });
    let change = audit::Change::new(Action::Delete, Resource::Conversation, found.id, &found.subject, before, Value::Null);
    audit::record(connection, &app.context.clock, right.caller(), change).await?;
    Ok(objects)
}
