//! Changing the own password. Every other session of the account ends, in every project.
use kit::{Error, Fields, Result};
use proto::vestibule::identity::v1 as api;

use crate::app::App;
use crate::domain::password;
use crate::domain::session::RevokedSession;
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::profile::account::{self, OwnAccount, ProvedAccount};
use crate::store::account::Accounts;

pub async fn change_password(app: &App, right: &OwnAccount, request: &api::ChangeProfilePasswordRequest) -> Result<()> {
    check(request)?;
    let proved = account::prove(app, right, &request.old_password).await?.ok_or_else(wrong_old_password)?;
    let hash = app.passwords.hash(&request.new_password).await?;
    let revoked = write(app, right, &proved, &hash).await?;
    invalidation::publish(&app.context, &revoked.into_iter().map(SessionChange::from).collect::<Vec<_>>()).await;
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

/// Refused when somebody else has set another password since the old one was proved.
async fn write(app: &App, right: &OwnAccount, proved: &ProvedAccount, hash: &str) -> Result<Vec<RevokedSession>> {
    let caller = right.caller();
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let mut accounts = Accounts::elevate(&mut tx).await?;
    let account_id = accounts.lock(proved.id).await?.id();
    if accounts.password_hash(account_id).await? != proved.password_hash {
        return Err(wrong_old_password());
    }
    accounts.set_password(account_id, Some(hash), now).await?;
    let revoked = accounts.revoke_sessions(account_id, caller.session_id, now).await?;
    accounts.queue_password_changed(account_id).await?;
    accounts.restore_role().await?;
    kit::audit::record(&mut tx, &app.context.clock, caller, audit::user_action("change password", caller.user_id, &caller.user_name)).await?;
    tx.commit().await?;
    Ok(revoked)
}
