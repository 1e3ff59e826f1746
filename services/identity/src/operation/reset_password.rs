//! Setting a new password by the link of a recovery. Every session of the account ends.
use kit::{Fields, Result};
use policy::Caller;
use proto::vestibule::identity::v1 as api;

use super::guess;
use super::recover_password::audit;
use crate::domain::{link_token, password, refusal};
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::account::Accounts;
use crate::store::session::Revoked;
use crate::target::Target;

pub async fn reset_password(parts: &Parts, caller: &Caller, request: &api::ResetPasswordRequest) -> Result<()> {
    let mut fields = Fields::new();
    password::check(&mut fields, "password", &request.password);
    fields.finish()?;
    let hash = link_token::hash(&request.code).ok_or_else(refusal::outdated_link)?;
    let revoked = guess::guarded(parts, caller, Target::reset(&hash), reset(parts, caller, &hash, &request.password)).await?;
    signal::publish(&parts.context, &revoked.into_iter().map(Changed::from).collect::<Vec<_>>()).await;
    Ok(())
}

async fn reset(parts: &Parts, caller: &Caller, hash: &[u8; 32], new: &str) -> Result<Vec<Revoked>> {
    check(parts, hash).await?;
    let new_hash = parts.passwords.hash(new).await?;
    let now = parts.context.clock.now();
    let mut tx = parts.context.database.system().await?;
    let account_id = store::password_recovery::take(&mut tx, hash, now).await?.ok_or_else(refusal::outdated_link)?;
    let mut accounts = Accounts::of_system(&mut tx);
    accounts.set_password(account_id, Some(&new_hash), now).await?;
    accounts.prove_email(account_id).await?;
    let revoked = accounts.revoke_sessions(account_id, 0, now).await?;
    accounts.tell_new_password(account_id).await?;
    audit(parts, &mut tx, caller, account_id, "reset password").await?;
    tx.commit().await?;
    Ok(revoked)
}

/// Before the new password is hashed, which takes longer than all the rest.
async fn check(parts: &Parts, hash: &[u8; 32]) -> Result<()> {
    let mut tx = parts.context.database.system().await?;
    let is_good = store::password_recovery::is_good(&mut tx, hash, parts.context.clock.now()).await?;
    tx.rollback().await?;
    if is_good { Ok(()) } else { Err(refusal::outdated_link()) }
}
