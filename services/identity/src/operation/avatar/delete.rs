//! Removing a picture.
use kit::Result;

use super::lock_user;
use crate::app::App;
use crate::operation::audit;
use crate::operation::user::UserEditRights;
use crate::store;

/// Does nothing when there is none.
pub async fn delete(app: &App, rights: &UserEditRights, user_id: i64) -> Result<()> {
    let (mut tx, user) = lock_user(app, rights, user_id).await?;
    if store::avatar::delete(&mut tx, &rights.edit, user_id).await? {
        kit::audit::record(&mut tx, &app.context.clock, rights.edit.caller(), audit::user_action("delete avatar", user.id, &user.name)).await?;
    }
    Ok(tx.commit().await?)
}
