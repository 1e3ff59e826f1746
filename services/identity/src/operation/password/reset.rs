//! Setting a new password by the link of a recovery. Every session of the account ends.
use kit::{Fields, Result};
use policy::Caller;
use proto::vestibule::identity::v1 as api;

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::domain::session::RevokedSession;
use crate::domain::{link_token, password, refusal};
use crate::invalidation::{self, SessionChange};
use crate::operation::password::recover::audit;
use crate::store;
use crate::store::account::Accounts;

pub async fn reset(app: &App, caller: &Caller, request: &api::ResetPasswordRequest) -> Result<()> {
    let mut fields = Fields::new();
    password::check(&mut fields, "password", &request.password);
    fields.finish()?;
    let hash = link_token::hash(&request.code).ok_or_else(refusal::outdated_link)?;
    let revoked = app.attempts.guard(&caller.ip, AttemptTarget::reset(&hash), set_new_password(app, caller, &hash, &request.password)).await?;
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
    Ok(())
}

async fn set_new_password(app: &App, caller: &Caller, hash: &[u8; 32], new: &str) -> Result<Vec<RevokedSession>> {
    check(app, hash).await?;
    let new_hash = app.passwords.hash(new).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let account_id = store::password_recovery::take(&mut tx, hash, now).await?.ok_or_else(refusal::outdated_link)?;
    let mut accounts = Accounts::from_system(&mut tx);
    accounts.set_password(account_id, Some(&new_hash), now).await?;
    let mut revoked = accounts.prove_email(account_id, now).await?;
    revoked.extend(accounts.revoke_sessions(account_id, 0, now).await?);
    accounts.queue_password_changed(account_id).await?;
    audit(app, &mut tx, caller, account_id, "reset password").await?;
    tx.commit().await?;
    Ok(revoked)
}

/// Before the new password is hashed, which takes longer than all the rest.
async fn check(app: &App, hash: &[u8; 32]) -> Result<()> {
    let mut tx = app.context.database.system().await?;
    let is_good = store::password_recovery::is_good(&mut tx, hash, app.context.clock.now()).await?;
    tx.rollback().await?;
    if is_good { Ok(()) } else { Err(refusal::outdated_link()) }
}
