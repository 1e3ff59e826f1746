//! Setting another user's password. All sessions of their account end.
use kit::{Error, Fields, Result};

use crate::app::App;
use crate::domain::{password, refusal};
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::user::{UserEditRights, find_manageable};
use crate::store::account::Accounts;
use crate::store::user::UserRow;

/// Refused for oneself, which has its own route that asks for the old password; for somebody with more rights than
/// the caller; and for an account that other projects sign in with as well, or that is a dealer's.
pub async fn set_password(app: &App, rights: &UserEditRights, id: i64, new_password: &str) -> Result<()> {
    let mut fields = Fields::new();
    password::check(&mut fields, "new_password", new_password);
    fields.finish()?;
    let hash = app.passwords.hash(new_password).await?;

    let caller = rights.edit.caller();
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(rights.edit.project_id()).await?;
    let user = find_manageable(&mut tx, &rights.edit, id).await?;
    let account_id = user.account_id.ok_or_else(|| without_account(&user))?;
    let mut accounts = Accounts::elevate(&mut tx).await?;
    if accounts.is_protected(account_id).await? {
        return Err(Error::Forbidden);
    }
    accounts.set_password(account_id, Some(&hash), now).await?;
    accounts.mark_password_foreign(account_id).await?;
    let revoked = accounts.revoke_sessions(account_id, 0, now).await?;
    accounts.queue_password_changed(account_id).await?;
    accounts.restore_role().await?;
    kit::audit::record(&mut tx, &app.context.clock, caller, audit::user_action("set password", user.id, &user.name)).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(())
}

/// With an e-mail, they are invited to join with the account of another project, which is its holder's.
fn without_account(user: &UserRow) -> Error {
    if user.email.is_some() { Error::Forbidden } else { refusal::email_required() }
}
