//! Removing the second factors of somebody who has lost them. All sessions of their account end.
use kit::{Error, Result};
use sqlx::PgConnection;

use super::act;
use super::update_user::{Reach, Rights, reach};
use crate::domain::grant;
use crate::domain::mail::Mail;
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::account::Accounts;
use crate::store::second_factor;
use crate::store::user_list::UserRow;

/// Refused as setting their password is: for oneself, whose own routes ask for the password; for somebody with more
/// rights than the caller; and for an account that other projects sign in with as well.
pub async fn remove_second_factors(parts: &Parts, rights: &Rights, id: i64) -> Result<()> {
    let (caller, now) = (rights.edit.caller(), parts.context.clock.now());
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    let user = store::user_list::lock(&mut tx, &rights.view, id).await?;
    check(&mut tx, rights, &user).await?;
    let Some(account_id) = user.account_id else { return Err(prohibited()) };
    let mut accounts = Accounts::enter(&mut tx).await?;
    if accounts.is_shared(account_id).await? {
        return Err(Error::Forbidden);
    }
    if !second_factor::delete_all(accounts.connection, account_id).await? {
        return Err(prohibited());
    }
    let revoked = accounts.revoke_sessions(account_id, 0, now).await?;
    accounts.tell(account_id, Mail::SecondFactorRemoved).await?;
    accounts.leave().await?;
    kit::audit::record(&mut tx, &parts.context.clock, caller, act("remove second factors", user.id, &user.name)).await?;
    tx.commit().await?;
    signal::publish(&parts.context, &revoked.into_iter().map(Changed::from).collect::<Vec<_>>()).await;
    Ok(())
}

/// Whether there are any; None for whoever may not remove them.
pub async fn has_second_factor(parts: &Parts, rights: &Rights, user: &UserRow) -> Result<Option<bool>> {
    let Some(account_id) = user.account_id.filter(|_| user.id != rights.edit.caller().user_id) else { return Ok(None) };
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    match check(&mut tx, rights, user).await {
        Err(Error::Forbidden) => return Ok(None),
        checked => checked?,
    }
    let accounts = Accounts::enter(&mut tx).await?;
    let found = second_factor::of_one_project(accounts.connection, account_id).await?;
    tx.rollback().await?;
    Ok(found)
}

async fn check(connection: &mut PgConnection, rights: &Rights, user: &UserRow) -> Result<()> {
    let caller = rights.edit.caller();
    if user.id == caller.user_id || reach(connection, &rights.edit, user).await? != Reach::Full {
        return Err(Error::Forbidden);
    }
    grant::may_manage(caller, &user.permissions())
}

fn prohibited() -> Error {
    Error::conflict("action prohibited")
}
