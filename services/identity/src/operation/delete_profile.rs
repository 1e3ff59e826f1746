//! Deleting one's own user in this project.
use kit::Result;
use serde_json::Value;

use super::update_user::Rights;
use super::{change, shown};
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::account::Accounts;

/// Everybody may leave; refused for the last administrator. The account stays where another project has a user of it.
pub async fn delete_profile(parts: &Parts, rights: &Rights) -> Result<()> {
    let caller = rights.edit.caller();
    let project_id = rights.edit.project_id();
    let mut tx = parts.context.database.tenant(project_id).await?;
    store::project::lock(&mut tx, project_id).await?;
    let user = store::user_list::lock(&mut tx, &rights.view, caller.user_id).await?;
    store::session::revoke_all(&mut tx, project_id, user.id, parts.context.clock.now()).await?;
    store::user::delete_own(&mut tx, &rights.edit, &user).await?;
    if user.administers() {
        store::user::check_administrated(&mut tx, project_id).await?;
    }
    if let Some(account_id) = user.account_id {
        let mut accounts = Accounts::enter(&mut tx).await?;
        accounts.delete_unused(account_id).await?;
        accounts.leave().await?;
    }
    let change = change(policy::Action::Delete, user.id, &user.name, shown(&user.draft()), Value::Null);
    kit::audit::record(&mut tx, &parts.context.clock, caller, change).await?;
    tx.commit().await?;
    signal::publish(&parts.context, &[Changed::UserId(user.id)]).await;
    Ok(())
}
