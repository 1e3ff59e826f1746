//! Changing a user.
use kit::patch::{Secret, secret};
use kit::{Error, Fields, Mask, Result, Tx};
use policy::{Authorized, Caller, Permission, Scope, action, resource};
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use super::account::{self, Account, NewPassword};
use super::{act, change, groups, related, roles, shown};
use crate::domain::{grant, password, user::Draft};
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::user::Update;
use crate::store::user_list::UserRow;

pub struct Rights {
    pub view: Authorized<resource::User, action::View>,
    pub edit: Authorized<resource::User, action::Edit>,
}

/// How much of a user the caller may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All of it.
    Full,
    /// Their own record: name, phone and address.
    Harmless,
    Nothing,
}

/// Changes what the mask names. What a session of the user may do is asked for again; deactivation and a new
/// password end their sessions.
pub async fn update_user(parts: &Parts, rights: &Rights, id: i64, user: &api::User, mask: &Mask) -> Result<()> {
    let hash = new_password(parts, user, mask).await?;
    if mask.has("domains") {
        groups::settle(parts, rights.edit.caller(), &Draft::of(user).domain_ids).await?;
    }
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    if touches_administration(mask) {
        store::project::lock(&mut tx, rights.edit.project_id()).await?;
    }
    let before = store::user_list::lock(&mut tx, &rights.view, id).await?;
    let after = before.draft().merge(mask, Draft::of(user));
    let reach = reach(&mut tx, &rights.edit, &before).await?;
    check_rights(&mut tx, rights, &before, &after, &hash, reach).await?;
    check_fields(&before, &after, &hash)?;

    let ended = write(parts, &mut tx, &rights.edit, &before, &after, &hash).await?;
    if before.administers() {
        store::user::check_administrated(&mut tx, rights.edit.project_id()).await?;
    }
    record(parts, &mut tx, rights.edit.caller(), &before, &after, &hash).await?;
    tx.commit().await?;
    signal::publish(&parts.context, &ended).await;
    Ok(())
}

/// A new password is an act of its own, as it is where nothing else is changed.
async fn record(
    parts: &Parts,
    connection: &mut PgConnection,
    caller: &Caller,
    before: &UserRow,
    after: &Draft,
    password: &NewPassword,
) -> Result<()> {
    let clock = &parts.context.clock;
    let was = before.draft();
    if password.is_news(before) {
        let acted = if matches!(password, NewPassword::Cleared) { "clear password" } else { "set password" };
        kit::audit::record(connection, clock, caller, act(acted, before.id, &after.name)).await?;
        if was == *after {
            return Ok(());
        }
    }
    kit::audit::record(connection, clock, caller, change(policy::Action::Edit, before.id, &after.name, shown(&was), shown(after))).await
}

/// Hashed before the transaction: hashing takes longer than all the rest.
async fn new_password(parts: &Parts, user: &api::User, mask: &Mask) -> Result<NewPassword> {
    match secret(mask.has("password"), user.password.as_deref()) {
        Secret::Unchanged => Ok(NewPassword::Unchanged),
        Secret::Cleared => Ok(NewPassword::Cleared),
        Secret::Set(new) => {
            let mut fields = Fields::new();
            password::check(&mut fields, "password", new);
            fields.finish()?;
            Ok(NewPassword::Hash(parts.passwords.hash(new).await?))
        }
    }
}

/// Whether the change could leave the project without an administrator who can sign in.
fn touches_administration(mask: &Mask) -> bool {
    ["role", "is_active", "email", "login", "password"].iter().any(|path| mask.has(path))
}

/// Whom the caller may change altogether. The right's own scope holds "own" for everybody: one's own record. What one
/// created counts only with can_edit_all_users, which reaches as far as one sees.
fn edit_scope(right: &Authorized<resource::User, action::Edit>) -> Scope {
    let own = right.scope().own && right.caller().can(Permission::CanEditAllUsers);
    Scope { own, ..right.scope().clone() }
}

/// How far the caller's right to edit goes with this user.
pub async fn reach(connection: &mut PgConnection, right: &Authorized<resource::User, action::Edit>, user: &UserRow) -> Result<Reach> {
    let scope = edit_scope(right);
    let may_edit = !scope.is_empty() && store::user_list::lies_within(connection, right.project_id(), &scope, user.id).await?;
    Ok(match may_edit {
        true => Reach::Full,
        false if user.id == right.caller().user_id => Reach::Harmless,
        false => Reach::Nothing,
    })
}

async fn check_rights(
    connection: &mut PgConnection,
    rights: &Rights,
    before: &UserRow,
    after: &Draft,
    password: &NewPassword,
    reach: Reach,
) -> Result<()> {
    let (caller, was) = (rights.edit.caller(), before.draft());
    let is_self = before.id == caller.user_id;
    let keeps_password = *password == NewPassword::Unchanged;
    let marks = was.marker_ids != after.marker_ids;
    // Markers have a right of their own.
    let rest = after.marked_as(&was);
    let allowed = match reach {
        Reach::Full => true,
        Reach::Harmless => was.differs_harmlessly(&rest) && keeps_password,
        Reach::Nothing => marks && was == rest && keeps_password,
    };
    // The own password has its own route, which asks for the old one.
    if !allowed || (is_self && !keeps_password) {
        return Err(Error::Forbidden);
    }
    if !is_self && (was != rest || !keeps_password) {
        grant::may_manage(caller, &before.permissions())?;
    }
    if after.role_id != was.role_id && after.role_id != 0 {
        roles::check_assignable(connection, caller, after.role_id).await?;
    }
    related::check_markers(connection, caller, &was.marker_ids, &after.marker_ids).await?;
    related::check_linked(connection, caller.project_id, &edit_scope(&rights.edit), &was.linked_user_ids, &after.linked_user_ids).await?;
    groups::check(connection, rights.edit.scope(), &was.domain_ids, &after.domain_ids).await
}

fn check_fields(before: &UserRow, after: &Draft, password: &NewPassword) -> Result<()> {
    let mut fields = Fields::new();
    after.check(&mut fields);
    after.check_groups(Some(&before.draft()), &mut fields);
    let needs_account = matches!(password, NewPassword::Hash(_));
    fields.check(!after.linked_user_ids.contains(&before.id), "linked_users", "must be other users");
    fields.check(after.can_have_account() || !needs_account, "email", "e-mail required for registration");
    fields.finish()
}

/// Returns what the gateways must be told.
async fn write(
    parts: &Parts,
    tx: &mut Tx,
    right: &Authorized<resource::User, action::Edit>,
    before: &UserRow,
    after: &Draft,
    password: &NewPassword,
) -> Result<Vec<Changed>> {
    let now = parts.context.clock.now();
    let Account { id: account_id, has_password } = account::update(tx, before, after, password, now).await?;
    store::user::update(tx, right, &Update { id: before.id, draft: after, account_id, has_password, now }).await?;
    if !after.is_active || !has_password || *password != NewPassword::Unchanged {
        store::session::revoke_all(tx, right.project_id(), before.id, now).await?;
    }
    Ok(vec![Changed::UserId(before.id)])
}
