//! Changing the own password. Every other session of the account ends, in every project.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;

use super::act;
use super::own_account::{self, Own};
use crate::domain::password;
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store::account::Accounts;
use crate::store::session::Revoked;

pub async fn change_password(parts: &Parts, right: &Own, request: &api::ChangeProfilePasswordRequest) -> Result<()> {
    check(request)?;
    let account_id = own_account::prove(parts, right, &request.old_password).await?.ok_or_else(wrong_old_password)?;
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

fn wrong_old_password() -> Error {
    Error::Conflict { code: "wrong_old_password", message: "wrong old password".into(), data: Default::default() }
}

async fn write(parts: &Parts, right: &Own, account_id: i64, hash: &str) -> Result<Vec<Revoked>> {
    let caller = right.caller();
    let now = parts.context.clock.now();
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    let mut accounts = Accounts::enter(&mut tx).await?;
    accounts.set_password(account_id, Some(hash), now).await?;
    let revoked = accounts.revoke_sessions(account_id, caller.session_id, now).await?;
    accounts.tell_new_password(account_id).await?;
    accounts.leave().await?;
    kit::audit::record(&mut tx, &parts.context.clock, caller, act("change password", caller.user_id, &caller.user_name)).await?;
    tx.commit().await?;
    Ok(revoked)
}
