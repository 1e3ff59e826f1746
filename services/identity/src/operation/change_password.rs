//! Changing the own password. Every other session of the account ends, in every project.
use kit::{Error, Fields, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::identity::v1 as api;

use super::act;
use crate::domain::password;
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::account::Accounts;
use crate::store::session::Revoked;

type Right = Authorized<resource::User, action::View>;

/// Guesses at the old password are limited as those at sign-in are.
pub async fn change_password(parts: &Parts, right: &Right, request: &api::ChangeProfilePasswordRequest) -> Result<()> {
    check(request)?;
    let caller = right.caller();
    let attempt = parts.attempts.count(&format!("password:{}", caller.user_id), &caller.ip).await?;
    let (account_id, old) = current(parts, right).await?;
    if !parts.passwords.verify(&request.old_password, old.as_deref()).await? {
        return Err(Error::Conflict { code: "wrong_old_password", message: "wrong old password".into(), data: Default::default() });
    }
    parts.attempts.succeeded(attempt).await?;
    let hash = parts.passwords.hash(&request.new_password).await?;
    let revoked = write(parts, right, account_id, &hash).await?;
    signal::publish(&parts.context, &revoked.into_iter().map(Changed::from).collect::<Vec<_>>()).await;
    Ok(())
}

fn check(request: &api::ChangeProfilePasswordRequest) -> Result<()> {
    let mut fields = Fields::new();
    fields.check(!request.old_password.is_empty(), "old_password", "required");
    fields.optional_text("old_password", Some(&request.old_password), password::MAX_LENGTH);
    password::check(&mut fields, "new_password", &request.new_password);
    fields.finish()
}

/// The own account and its hash.
async fn current(parts: &Parts, right: &Right) -> Result<(i64, Option<String>)> {
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let user = store::user_list::find(&mut tx, right, right.caller().user_id).await?;
    let account_id = user.account_id.ok_or(Error::Forbidden)?;
    let hash = Accounts::enter(&mut tx).await?.password_hash(account_id).await?;
    tx.rollback().await?;
    Ok((account_id, hash))
}

async fn write(parts: &Parts, right: &Right, account_id: i64, hash: &str) -> Result<Vec<Revoked>> {
    let caller = right.caller();
    let now = parts.context.clock.now();
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let mut accounts = Accounts::enter(&mut tx).await?;
    accounts.set_password(account_id, Some(hash), now).await?;
    let revoked = accounts.revoke_sessions(account_id, caller.session_id, now).await?;
    accounts.leave().await?;
    kit::audit::record(&mut tx, &parts.context.clock, caller, act("change password", caller.user_id, &caller.user_name)).await?;
    tx.commit().await?;
    Ok(revoked)
}
