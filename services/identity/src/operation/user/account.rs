//! Keeps what a user signs in with in line with the user.
use kit::{Error, Result};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::mail::Mail;
use crate::domain::user::UserDraft;
use crate::store::account::{Accounts, SignIn};
use crate::store::user::UserRow;

/// What becomes of the password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewPassword {
    Unchanged,
    Cleared,
    Hash(String),
}

impl NewPassword {
    /// There was none to clear.
    pub fn is_change(&self, user: &UserRow) -> bool {
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
pub async fn create(connection: &mut PgConnection, draft: &UserDraft, password_hash: Option<&str>, now: OffsetDateTime) -> Result<Account> {
    if !draft.can_have_account() {
        return Ok(Account { id: None, has_password: false });
    }
    let mut accounts = Accounts::elevate(connection).await?;
    if let (Some(email), None, None) = (&draft.email, &draft.login, password_hash)
        && accounts.find(email).await?.is_some()
    {
        accounts.restore_role().await?;
        return Ok(Account { id: None, has_password: false });
    }
    let id = accounts.create(&sign_in(draft), password_hash, now).await?;
    accounts.restore_role().await?;
    Ok(Account { id: Some(id), has_password: password_hash.is_some() })
}

/// Who changes an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedBy {
    Holder,
    /// Whom a project's sign-in provider takes for the holder: it vouches for them in that project only.
    HolderByProvider,
    SomebodyElse,
}

/// Brings the account in line with a changed user. Refused for an account that only its holder may change. The holder is
/// informed of another password or e-mail at the e-mail that the account had until now. Where somebody else changes the e-mail,
/// the second factors and sessions of before are removed: they are not those of the new e-mail's holder.
pub async fn update(
    connection: &mut PgConnection,
    user: &UserRow,
    draft: &UserDraft,
    password: &NewPassword,
    changed_by: ChangedBy,
    now: OffsetDateTime,
) -> Result<Account> {
    let Some(id) = user.account_id else {
        let hash = if let NewPassword::Hash(hash) = password { Some(hash.as_str()) } else { None };
        let waits_for_invitation = user.draft().signs_in_as(draft) && hash.is_none();
        return if waits_for_invitation { Ok(Account { id: None, has_password: false }) } else { create(connection, draft, hash, now).await };
    };
    let unchanged = Account { id: Some(id), has_password: user.has_password };
    if user.draft().signs_in_as(draft) && *password == NewPassword::Unchanged {
        return Ok(unchanged);
    }
    let mut accounts = Accounts::elevate(connection).await?;
    let is_refused = match changed_by {
        ChangedBy::SomebodyElse | ChangedBy::HolderByProvider => accounts.is_protected(id).await?,
        ChangedBy::Holder => accounts.is_shared(id).await?,
    };
    if is_refused {
        return Err(Error::Forbidden);
    }
    if password.is_change(user) {
        accounts.queue_password_changed(id).await?;
    }
    let is_email_other = user.draft().email.map(|email| email.to_lowercase()) != draft.email.as_ref().map(|email| email.to_lowercase());
    if is_email_other && user.has_password {
        accounts.queue_mail(id, Mail::EmailChanged).await?;
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
        if changed_by == ChangedBy::SomebodyElse {
            if *password != NewPassword::Unchanged {
                accounts.mark_password_foreign(id).await?;
            }
            if is_email_other {
                accounts.remove_access(id, now).await?;
            }
        }
    }
    accounts.restore_role().await?;
    Ok(after)
}

/// Refused for the account of a dealer: nobody else ends its access.
pub async fn refuse_dealers(connection: &mut PgConnection, user: &UserRow) -> Result<()> {
    let Some(id) = user.account_id else { return Ok(()) };
    let mut accounts = Accounts::elevate(connection).await?;
    if accounts.is_dealers(id).await? {
        return Err(Error::Forbidden);
    }
    accounts.restore_role().await
}

fn sign_in(draft: &UserDraft) -> SignIn<'_> {
    SignIn { email: draft.email.as_deref(), login: draft.login.as_deref() }
}
