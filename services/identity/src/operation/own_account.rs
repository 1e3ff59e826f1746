//! The caller's own account, and the proof that it is theirs.
use kit::{Error, Result};
use policy::{Authorized, action, resource};

use crate::parts::Parts;
use crate::store;
use crate::store::account::Accounts;
use crate::target::Target;

pub type Own = Authorized<resource::User, action::View>;

/// Whoever has none (a support session) is refused.
pub async fn id(parts: &Parts, right: &Own) -> Result<i64> {
    let mut reader = parts.context.database.read(right.project_id()).await?;
    let user = store::user_list::find(&mut reader, right, right.caller().user_id).await?;
    drop(reader);
    user.account_id.ok_or(Error::Forbidden)
}

/// The account, when the password is its own. Guesses are limited as those at sign-in are.
pub async fn prove(parts: &Parts, right: &Own, password: &str) -> Result<Option<i64>> {
    let caller = right.caller();
    let id = id(parts, right).await?;
    let attempt = parts.attempts.count(Target::own_password(id), &caller.ip).await?;
    let mut tx = parts.context.database.system().await?;
    let hash = Accounts::of_system(&mut tx).password_hash(id).await?;
    tx.rollback().await?;
    if !parts.passwords.verify(password, hash.as_deref()).await? {
        parts.attempts.failed(&attempt).await?;
        return Ok(None);
    }
    parts.attempts.succeeded(attempt).await?;
    Ok(Some(id))
}
