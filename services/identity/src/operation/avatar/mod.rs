//! Pictures of people.
mod delete;
mod find;
mod set;

pub use delete::delete;
pub use find::find;
pub use set::set;

use std::sync::LazyLock;

use kit::{Error, Result, Tx};
use tokio::sync::Semaphore;

use crate::app::App;
use crate::domain::grant;
use crate::operation::user::{Reach, UserEditRights, find_editable, refuse_own_by_token};
use crate::store;
use crate::store::user::UserRow;

/// Pictures that are in memory at once, of 10 MiB each at most: those that wait are not received.
pub static UPLOADS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(4));

/// Locks the user whose picture is changed: the caller's own, or one whom the caller may edit in full and who has no more
/// rights than the caller.
pub async fn lock_user(app: &App, rights: &UserEditRights, user_id: i64) -> Result<(Tx, UserRow)> {
    refuse_own_by_token(rights.edit.caller(), user_id)?;
    let mut tx = app.context.database.tenant(rights.edit.project_id()).await?;
    if user_id == rights.edit.caller().user_id {
        let user = store::user::find_own_for_update(&mut tx, &rights.view).await?;
        return Ok((tx, user));
    }
    let Some((user, Reach::Full)) = find_editable(&mut tx, &rights.edit, user_id).await? else { return Err(Error::Forbidden) };
    grant::may_manage(rights.edit.caller(), &user.permissions())?;
    Ok((tx, user.into_row()))
}
