//! How far a caller's right to edit a user goes.
use kit::listing::Permitted;
use kit::{Error, Result};
use policy::{Authorized, Caller, Permission, Scope, action, resource};
use sqlx::PgConnection;

use crate::domain::grant;
use crate::store;
use crate::store::user::UserRow;

/// How much of a user the caller may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Everything.
    Full,
    /// The caller's own name, phone and address.
    OwnDetails,
}

/// Whom the caller may change in full. The right's own scope holds "own" for everybody: the caller's own user. Users that
/// the caller created count only with can_edit_all_users, which reaches as far as the caller sees.
pub fn edit_scope(right: &Authorized<resource::User, action::Edit>) -> Scope {
    let own = right.scope().own && right.caller().can(Permission::CanEditAllUsers);
    Scope { own, ..right.scope().clone() }
}

/// How far the caller's right goes with this user; None where it does not reach every group of the user.
pub async fn reach(connection: &mut PgConnection, right: &Authorized<resource::User, action::Edit>, user_id: i64) -> Result<Option<Reach>> {
    let scope = edit_scope(right);
    let is_within = !scope.is_empty() && store::user::is_wholly_within(connection, right.project_id(), &scope, user_id).await?;
    Ok(match is_within {
        true => Some(Reach::Full),
        false if user_id == right.caller().user_id => Some(Reach::OwnDetails),
        false => None,
    })
}

/// The user, locked, and how far the caller may change them; None for a user whom the caller sees and may not change.
/// `NotFound` for one whom the caller does not see.
pub async fn find_editable(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Edit>,
    id: i64,
) -> Result<Option<(Permitted<UserRow, action::Edit>, Reach)>> {
    refuse_own_by_token(right.caller(), id)?;
    let user = match store::user::find_for_update(connection, right, id).await {
        Ok(user) => user,
        Err(Error::Forbidden) => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(reach(connection, right, id).await?.map(|reach| (user, reach)))
}

/// Nobody's own account is changed by a token: with its e-mail whoever holds the token would have the account for good.
pub fn refuse_own_by_token(caller: &Caller, id: i64) -> Result<()> {
    if caller.token.is_some() && id == caller.user_id { Err(Error::Forbidden) } else { Ok(()) }
}

/// Another user, locked, who is in full reach and has no more rights than the caller; `Forbidden` for the caller's own.
pub async fn find_manageable(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Edit>,
    id: i64,
) -> Result<Permitted<UserRow, action::Edit>> {
    match find_editable(connection, right, id).await? {
        Some((user, Reach::Full)) if user.id != right.caller().user_id => {
            grant::may_manage(right.caller(), &user.permissions())?;
            Ok(user)
        }
        _ => Err(Error::Forbidden),
    }
}
