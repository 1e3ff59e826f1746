//! Keeps what a user signs in with in line with the user.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::user::Draft;
use crate::store::account::{Accounts, SignIn};
use crate::store::user_list::UserRow;

/// What becomes of the password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewPassword {
    Unchanged,
    Cleared,
    Hash(String),
}

impl NewPassword {
    /// There was none to clear.
    pub fn is_news(&self, user: &UserRow) -> bool {
        match self {
            NewPassword::Unchanged => false,
            NewPassword::Cleared => user.has_password,
            NewPassword::Hash(_) => true,
        }
    }
}

/// The account of a user after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: Option<i64>,
    pub has_password: bool,
}

/// The account of a new user, if there is something to sign in with. Nobody gets hold of another project's account by
/// naming its e-mail: without a password the user has none until its holder takes an invitation; with one the e-mail
/// is refused, and so is one of the same project.
pub async fn create(connection: &mut PgConnection, draft: &Draft, password_hash: Option<&str>, now: OffsetDateTime) -> Result<Account> {
    if !draft.can_have_account() {
        return Ok(Account { id: None, has_password: false });
    }
    let mut accounts = Accounts::enter(connection).await?;
    if let (Some(email), None, None) = (&draft.email, &draft.login, password_hash)
        && accounts.find(email).await?.is_some()
    {
        accounts.leave().await?;
        return Ok(Account { id: None, has_password: false });
    }
    let id = accounts.create(&sign_in(draft), password_hash, now).await?;
    accounts.leave().await?;
    Ok(Account { id: Some(id), has_password: password_hash.is_some() })
}

/// Brings the account in line with a changed user. An account that other projects sign in with as well is refused
/// to change: it is its holder's, who is told of another password where they were reached until now.
pub async fn update(connection: &mut PgConnection, user: &UserRow, draft: &Draft, password: &NewPassword, now: OffsetDateTime) -> Result<Account> {
    let Some(id) = user.account_id else {
        let hash = if let NewPassword::Hash(hash) = password { Some(hash.as_str()) } else { None };
        let waits_for_invitation = user.draft().signs_in_as(draft) && hash.is_none();
        return if waits_for_invitation { Ok(Account { id: None, has_password: false }) } else { create(connection, draft, hash, now).await };
    };
    let unchanged = Account { id: Some(id), has_password: user.has_password };
    if user.draft().signs_in_as(draft) && *password == NewPassword::Unchanged {
        return Ok(unchanged);
    }
    let mut accounts = Accounts::enter(connection).await?;
    if accounts.is_shared(id).await? {
        return Err(Error::Forbidden);
    }
    if password.is_news(user) {
        accounts.tell_new_password(id).await?;
    }
    let mut after = unchanged;
    if !draft.can_have_account() {
        accounts.detach(id).await?;
        after = Account { id: None, has_password: false };
    } else {
        accounts.rename(id, &sign_in(draft), now).await?;
        if *password != NewPassword::Unchanged {
            let hash = if let NewPassword::Hash(hash) = password { Some(hash.as_str()) } else { None };
            accounts.set_password(id, hash, now).await?;
            after.has_password = hash.is_some();
        }
    }
    accounts.leave().await?;
    Ok(after)
}

fn sign_in(draft: &Draft) -> SignIn<'_> {
    SignIn { email: draft.email.as_deref(), login: draft.login.as_deref() }
}
