//! Deleting one's own user in this project.
use kit::Result;
use serde_json::Value;

use crate::operation::audit;
use crate::operation::second_factor::totp;
use crate::operation::user::UserEditRights;

use crate::app::App;
use crate::invalidation::{self, SessionChange};
use crate::store;
use crate::store::account::Accounts;

/// Everybody may leave; refused for the last administrator. The account stays where another project has a user of it. Who has a password
/// gives it, so that an open console is not enough.
pub async fn delete(app: &App, rights: &UserEditRights, password: &str) -> Result<()> {
    if has_password(app, rights).await? {
        totp::prove(app, &rights.view, password).await?;
    }
    let caller = rights.edit.caller();
    let project_id = rights.edit.project_id();
    let mut tx = app.context.database.tenant(project_id).await?;
    store::project::lock(&mut tx, project_id).await?;
    let user = store::user::find_own_for_update(&mut tx, &rights.view).await?;
    store::session::revoke_all_own(&mut tx, caller, app.context.clock.now()).await?;
    store::user::delete_own(&mut tx, &rights.edit, &user).await?;
    if user.administers() {
        store::user::check_administrated(&mut tx, project_id).await?;
    }
    if let Some(account_id) = user.account_id {
        let mut accounts = Accounts::elevate(&mut tx).await?;
        accounts.delete_unused(account_id).await?;
        accounts.restore_role().await?;
    }
    let change = audit::user_change(policy::Action::Delete, user.id, &user.name, user.draft().audit_view(), Value::Null);
    kit::audit::record(&mut tx, &app.context.clock, caller, change).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &[SessionChange::UserId(user.id)]).await;
    Ok(())
}

async fn has_password(app: &App, rights: &UserEditRights) -> Result<bool> {
    let mut reader = app.context.database.read(rights.view.project_id()).await?;
    Ok(store::user::find(&mut reader, &rights.view, rights.view.caller().user_id).await?.has_password)
}
