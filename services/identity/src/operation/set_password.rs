//! Setting another user's password. All sessions of their account end.
use kit::{Error, Fields, Result};
use policy::{Authorized, action, resource};

use super::act;
use super::update_user::{Reach, reach};
use crate::domain::{grant, password, refusal};
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::account::Accounts;
use crate::store::user_list::UserRow;

pub struct Rights {
    pub view: Authorized<resource::User, action::View>,
    pub edit: Authorized<resource::User, action::Edit>,
}

/// Refused for oneself, which has its own route that asks for the old password; for somebody with more rights than
/// the caller; and for an account that other projects sign in with as well.
pub async fn set_password(parts: &Parts, rights: &Rights, id: i64, new_password: &str) -> Result<()> {
    let mut fields = Fields::new();
    password::check(&mut fields, "new_password", new_password);
    fields.finish()?;
    let hash = parts.passwords.hash(new_password).await?;

    let caller = rights.edit.caller();
    let now = parts.context.clock.now();
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    let user = store::user_list::lock(&mut tx, &rights.view, id).await?;
    if user.id == caller.user_id || reach(&mut tx, &rights.edit, &user).await? != Reach::Full {
        return Err(Error::Forbidden);
    }
    grant::may_manage(caller, &user.permissions())?;
    let account_id = user.account_id.ok_or_else(|| without_account(&user))?;
    let mut accounts = Accounts::enter(&mut tx).await?;
    if accounts.is_shared(account_id).await? {
        return Err(Error::Forbidden);
    }
    accounts.set_password(account_id, Some(&hash), now).await?;
    let revoked = accounts.revoke_sessions(account_id, 0, now).await?;
    accounts.tell_new_password(account_id).await?;
    accounts.leave().await?;
    kit::audit::record(&mut tx, &parts.context.clock, caller, act("set password", user.id, &user.name)).await?;
    tx.commit().await?;
    signal::publish(&parts.context, &revoked.into_iter().map(Changed::from).collect::<Vec<_>>()).await;
    Ok(())
}

/// With an e-mail, they are invited to join with the account of another project, which is its holder's.
fn without_account(user: &UserRow) -> Error {
    if user.email.is_some() { Error::Forbidden } else { refusal::email_required() }
}
