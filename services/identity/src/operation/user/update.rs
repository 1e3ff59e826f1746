//! Changing a user.
use kit::listing::Permitted;
use kit::patch::{Secret, secret};
use kit::{Error, Fields, Mask, Result, Tx};
use policy::{Authorized, Caller, action, resource};
use proto::vestibule::identity::v1 as api;
use sqlx::PgConnection;

use crate::app::App;
use crate::domain::{grant, password, user::UserDraft};
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::role::assignable;
use crate::operation::session::recent;
use crate::operation::user::account::{self, Account, ChangedBy, NewPassword};
use crate::operation::user::{Reach, edit_scope, find_editable, groups, related};
use crate::store;
use crate::store::user::{UserRow, UserUpdate};

pub struct UserEditRights {
    pub view: Authorized<resource::User, action::View>,
    pub edit: Authorized<resource::User, action::Edit>,
}

/// Changes what the mask names. What a session of the user may do is asked for again; deactivation and a new
/// password end their sessions.
pub async fn update(app: &App, rights: &UserEditRights, id: i64, user: &api::User, mask: &Mask) -> Result<()> {
    let hash = new_password(app, user, mask).await?;
    if mask.has("domains") {
        groups::wait_until_projected(app, rights.edit.caller(), &UserDraft::from_api(user).domain_ids).await?;
    }
    let mut tx = app.context.database.tenant(rights.edit.project_id()).await?;
    if touches_administration(mask) {
        store::project::lock(&mut tx, rights.edit.project_id()).await?;
    }
    let Some((before, reach)) = find_editable(&mut tx, &rights.edit, id).await? else {
        return update_markers(app, tx, &rights.view, id, user, mask).await;
    };
    let mut after = before.draft().merge(mask, &UserDraft::from_api(user));
    if mask.has("linked_users") {
        // Those whom the caller does not see cannot be named, and stay.
        let seen = related::visible_links(&mut tx, &rights.view, std::slice::from_ref(&*before)).await?;
        after.linked_user_ids.extend(before.linked_users.iter().map(|user| user.id).filter(|id| !seen.contains(id)));
    }
    check_rights(&mut tx, &rights.edit, &before, &after, &hash, reach).await?;
    check_fields(&before, &after, &hash)?;
    if before.draft() == after && !hash.is_change(&before) {
        return Ok(());
    }
    let changed_by = changed_by(app, &mut tx, &before, &after).await?;

    let changes = write(app, &mut tx, &before, &after, &hash, changed_by).await?;
    if before.administers() {
        store::user::check_administrated(&mut tx, rights.edit.project_id()).await?;
    }
    record(app, &mut tx, rights.edit.caller(), &before, &after, &hash).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &changes).await;
    Ok(())
}

/// For a caller who sees the user but may not edit them: can_apply_marker_user is enough to change their markers, as far
/// as the caller sees every group of the user. Anything else is refused.
async fn update_markers(
    app: &App,
    mut tx: Tx,
    view: &Authorized<resource::User, action::View>,
    id: i64,
    user: &api::User,
    mask: &Mask,
) -> Result<()> {
    let caller = view.caller();
    let found = store::user::find_for_update(&mut tx, view, id).await?;
    let before = found.draft();
    let after = before.merge(mask, &UserDraft::from_api(user));
    let keeps_password = user.password.is_none() || !mask.has("password");
    let only_markers = after.marked_as(&before) == before && after != before && keeps_password;
    if !only_markers || !store::user::is_wholly_within(&mut tx, view.project_id(), view.scope(), id).await? {
        return Err(Error::Forbidden);
    }
    related::check_markers(&mut tx, caller, &before.marker_ids, &after.marker_ids).await?;
    store::user::update_markers(&mut tx, &found, &after.marker_ids, app.context.clock.now()).await?;
    let change = audit::user_change(policy::Action::Edit, id, &found.name, before.audit_view(), after.audit_view());
    kit::audit::record(&mut tx, &app.context.clock, caller, change).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &[SessionChange::UserId(id)]).await;
    Ok(())
}

/// A new password is an act of its own, as it is where nothing else is changed.
async fn record(
    app: &App,
    connection: &mut PgConnection,
    caller: &Caller,
    before: &UserRow,
    after: &UserDraft,
    password: &NewPassword,
) -> Result<()> {
    let clock = &app.context.clock;
    let was = before.draft();
    if password.is_change(before) {
        let acted = if matches!(password, NewPassword::Cleared) { "clear password" } else { "set password" };
        kit::audit::record(connection, clock, caller, audit::user_action(acted, before.id, &after.name)).await?;
        if was == *after {
            return Ok(());
        }
    }
    kit::audit::record(
        connection,
        clock,
        caller,
        audit::user_change(policy::Action::Edit, before.id, &after.name, was.audit_view(), after.audit_view()),
    )
    .await
}

/// Hashed before the transaction: hashing takes longer than all the rest.
async fn new_password(app: &App, user: &api::User, mask: &Mask) -> Result<NewPassword> {
    match secret(mask.has("password"), user.password.as_deref()) {
        Secret::Unchanged => Ok(NewPassword::Unchanged),
        Secret::Cleared => Ok(NewPassword::Cleared),
        Secret::Set(new) => {
            let mut fields = Fields::new();
            password::check(&mut fields, "password", new);
            fields.finish()?;
            Ok(NewPassword::Hash(app.passwords.hash(new).await?))
        }
    }
}

/// Whether the change could leave the project without an administrator who can sign in.
fn touches_administration(mask: &Mask) -> bool {
    ["role", "is_active", "email", "login", "password"].iter().any(|path| mask.has(path))
}

async fn check_rights(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Edit>,
    before: &UserRow,
    after: &UserDraft,
    password: &NewPassword,
    reach: Reach,
) -> Result<()> {
    let (caller, was) = (right.caller(), before.draft());
    let is_self = before.id == caller.user_id;
    let keeps_password = *password == NewPassword::Unchanged;
    // Markers have a right of their own.
    let rest = after.marked_as(&was);
    let is_within_reach = reach == Reach::Full || was.differs_harmlessly(&rest);
    // The own password has its own route, which asks for the old one.
    if !is_within_reach || (reach == Reach::OwnDetails || is_self) && !keeps_password {
        return Err(Error::Forbidden);
    }
    if !is_self && (was != rest || !keeps_password) {
        grant::may_manage(caller, &before.permissions())?;
    }
    if !is_self && was.is_active && !after.is_active {
        account::refuse_dealers(connection, before).await?;
    }
    if after.role_id != was.role_id && after.role_id != 0 {
        assignable::check_assignable(connection, caller, after.role_id).await?;
    }
    related::check_markers(connection, caller, &was.marker_ids, &after.marker_ids).await?;
    related::check_linked(connection, caller.project_id, &edit_scope(right), &was.linked_user_ids, &after.linked_user_ids).await?;
    groups::validate_reach(connection, right.scope(), &was.domain_ids, &after.domain_ids).await
}

fn check_fields(before: &UserRow, after: &UserDraft, password: &NewPassword) -> Result<()> {
    let (mut fields, was) = (Fields::new(), before.draft());
    // An e-mail that is kept may be older than the rule.
    let email = after.email.clone().filter(|_| after.email != was.email);
    UserDraft { email, ..after.clone() }.check(&mut fields);
    after.check_groups(Some(&was), &mut fields);
    let needs_account = matches!(password, NewPassword::Hash(_));
    fields.check(!after.linked_user_ids.contains(&before.id), "linked_users", "must be other users");
    fields.check(after.can_have_account() || !needs_account, "email", "e-mail required for registration");
    fields.finish()
}

/// Whoever changes what they themselves sign in with has signed in a moment ago: with another e-mail a stolen session would have the
/// account for good.
async fn changed_by(app: &App, tx: &mut Tx, before: &Permitted<UserRow, action::Edit>, after: &UserDraft) -> Result<ChangedBy> {
    if before.id != before.caller().user_id {
        return Ok(ChangedBy::SomebodyElse);
    }
    if before.draft().signs_in_as(after) {
        return Ok(ChangedBy::Holder);
    }
    if !store::session::hold_own(tx, before.caller(), app.context.clock.now()).await? {
        return Err(Error::Unauthenticated);
    }
    let sign_in = recent::require(app, tx, before.caller()).await?;
    Ok(if sign_in.is_by_provider { ChangedBy::HolderByProvider } else { ChangedBy::Holder })
}

/// Returns what the API gateways must look up again.
async fn write(
    app: &App,
    tx: &mut Tx,
    before: &Permitted<UserRow, action::Edit>,
    after: &UserDraft,
    password: &NewPassword,
    changed_by: ChangedBy,
) -> Result<Vec<SessionChange>> {
    let now = app.context.clock.now();
    let Account { id: account_id, has_password } = account::update(tx, before, after, password, changed_by, now).await?;
    store::license::move_mobile_apps(tx, (before.project_id(), before.id), &before.draft().domain_ids, &after.domain_ids, now).await?;
    store::user::update(tx, before, &UserUpdate { draft: after, account_id, has_password, now }).await?;
    let loses_password = before.has_password && !has_password;
    if !after.is_active || loses_password || *password != NewPassword::Unchanged {
        store::session::revoke_all(tx, before, now).await?;
    }
    Ok(vec![SessionChange::UserId(before.id)])
}
