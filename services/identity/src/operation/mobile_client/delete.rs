//! Signing a mobile client out.
use kit::{Error, Result};
use serde_json::json;

use crate::app::App;
use crate::invalidation::{self, SessionChange};
use crate::operation::avatar::lock_user;
use crate::operation::user::UserEditRights;
use crate::store;

/// Ends the sessions of the client, which leaves the list.
pub async fn delete(app: &App, rights: &UserEditRights, user_id: i64, client_id: i64) -> Result<()> {
    let (mut tx, user) = lock_user(app, rights, user_id).await?;
    let client = store::mobile_client::find(&mut tx, rights.edit.project_id(), user_id, client_id).await?.ok_or(Error::NotFound)?;
    let revoked = store::mobile_client::delete(&mut tx, &rights.edit, user_id, client_id, app.context.clock.now()).await?;
    let change = kit::audit::Change {
        action: "sign out mobile client",
        resource: policy::Resource::User,
        id: user_id,
        name: &user.name,
        before: json!({ "mobile_client": { "platform": client.platform, "info": client.info } }),
        after: json!({}),
    };
    kit::audit::record(&mut tx, &app.context.clock, rights.edit.caller(), change).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(())
}
