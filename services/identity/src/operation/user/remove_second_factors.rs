//! Removing the second factors of somebody who has lost them. All sessions of their account end.
use kit::{Error, Result};

use crate::app::App;
use crate::domain::grant;
use crate::domain::mail::Mail;
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::user::{Reach, UserEditRights, find_manageable, reach};
use crate::store::account::Accounts;
use crate::store::second_factor;
use crate::store::user::UserRow;

/// Refused as setting their password is: for oneself, whose own routes ask for the password; for somebody with more
/// rights than the caller; and for an account that other projects sign in with as well.
pub async fn remove_second_factors(app: &App, rights: &UserEditRights, id: i64) -> Result<()> {
    let (caller, now) = (rights.edit.caller(), app.context.clock.now());
    let mut tx = app.context.database.tenant(rights.edit.project_id()).await?;
    let user = find_manageable(&mut tx, &rights.edit, id).await?;
    let Some(account_id) = user.account_id else { return Err(prohibited()) };
    let mut accounts = Accounts::elevate(&mut tx).await?;
    if accounts.is_protected(account_id).await? {
        return Err(Error::Forbidden);
    }
    let account = accounts.lock(account_id).await?;
    if !second_factor::delete_all(accounts.connection, &account).await? {
        return Err(prohibited());
    }
    let revoked = accounts.revoke_sessions(account_id, 0, now).await?;
    accounts.queue_mail(account_id, Mail::SecondFactorRemoved).await?;
    accounts.restore_role().await?;
    kit::audit::record(&mut tx, &app.context.clock, caller, audit::user_action("remove second factors", user.id, &user.name)).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(())
}

/// Whether there are any; None for whoever may not remove them.
pub async fn has_second_factor(app: &App, rights: &UserEditRights, user: &UserRow) -> Result<Option<bool>> {
    let Some(account_id) = user.account_id.filter(|_| user.id != rights.edit.caller().user_id) else { return Ok(None) };
    let mut tx = app.context.database.tenant(rights.edit.project_id()).await?;
    let is_manageable = grant::may_manage(rights.edit.caller(), &user.permissions()).is_ok();
    if !is_manageable || reach(&mut tx, &rights.edit, user.id).await? != Some(Reach::Full) {
        return Ok(None);
    }
    let mut accounts = Accounts::elevate(&mut tx).await?;
    let found = match accounts.is_protected(account_id).await? {
        true => None,
        false => Some(second_factor::summary(accounts.connection, account_id).await?.is_on()),
    };
    tx.rollback().await?;
    Ok(found)
}

fn prohibited() -> Error {
    Error::conflict("action prohibited")
}
