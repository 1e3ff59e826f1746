//! The caller's own account, and the proof that it is theirs.
use kit::{Error, Result};
use policy::{Authorized, action, resource};

use crate::app::App;
use crate::domain::attempt_target::AttemptTarget;
use crate::store;
use crate::store::account::Accounts;

pub type OwnAccount = Authorized<resource::User, action::View>;

/// Whoever has none (a support session) is refused.
pub async fn id(app: &App, right: &OwnAccount) -> Result<i64> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let user = store::user::find(&mut reader, right, right.caller().user_id).await?;
    drop(reader);
    user.account_id.ok_or(Error::Forbidden)
}

/// An account whose password was given.
#[derive(Debug)]
pub struct ProvedAccount {
    pub id: i64,
    /// What the password was checked against: another one by now means that the proof is void.
    pub password_hash: Option<String>,
}

/// The account, when the password is its own. Guesses are limited as those at sign-in are.
pub async fn prove(app: &App, right: &OwnAccount, password: &str) -> Result<Option<ProvedAccount>> {
    let caller = right.caller();
    let id = id(app, right).await?;
    let attempt = app.attempts.count(AttemptTarget::own_password(id), &caller.ip).await?;
    let mut tx = app.context.database.system().await?;
    let password_hash = Accounts::from_system(&mut tx).password_hash(id).await?;
    tx.rollback().await?;
    if !app.passwords.verify(password, password_hash.as_deref()).await? {
        app.attempts.failed(&attempt).await?;
        return Ok(None);
    }
    app.attempts.succeeded(attempt).await?;
    Ok(Some(ProvedAccount { id, password_hash }))
}
