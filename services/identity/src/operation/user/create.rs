//! A new user.
use kit::{Fields, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;

use crate::app::App;
use crate::domain::invitation::is_sent as is_invitation_sent;
use crate::domain::{password, refusal, user::UserDraft};
use crate::operation::audit;
use crate::operation::invitation;
use crate::operation::role::assignable;
use crate::operation::user::account;
use crate::operation::user::groups;
use crate::operation::user::related;
use crate::projection;
use crate::store;
use crate::store::user::NewUser;

type Right = Authorized<resource::User, action::Create>;

/// Returns the id. The role must be one that the caller may give, and every group must be in the caller's reach.
/// Who has an e-mail and no password is sent the link to set one, unless the request says no.
pub async fn create(app: &App, right: &Right, user: &api::User) -> Result<i64> {
    let caller = right.caller();
    let draft = UserDraft::from_api(user);
    let new_password = match kit::patch::secret(true, user.password.as_deref()) {
        kit::patch::Secret::Set(password) => Some(password),
        _ => None,
    };
    check(&draft, new_password, user.send_registration_link)?;
    let hash = match new_password {
        Some(password) => Some(app.passwords.hash(password).await?),
        None => None,
    };

    groups::wait_until_projected(app, caller, &draft.domain_ids).await?;
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    groups::validate_reach(&mut tx, right.scope(), &Default::default(), &draft.domain_ids).await?;
    assignable::check_assignable(&mut tx, caller, draft.role_id).await?;
    related::check_markers(&mut tx, caller, &Default::default(), &draft.marker_ids).await?;
    related::check_linked(&mut tx, right.project_id(), right.scope(), &Default::default(), &draft.linked_user_ids).await?;
    let languages = projection::project_settings::languages(&mut tx, right.project_id()).await?;
    let account = account::create(&mut tx, &draft, hash.as_deref(), now).await?;
    let new = NewUser {
        draft: &draft,
        account_id: account.id,
        has_password: account.has_password,
        // They read what the one who makes them reads, until they choose.
        locale: languages.choose(&caller.locale),
        created_by: Some(caller.user_id),
        now,
    };
    let id = store::user::insert(&mut tx, right, &new).await?;
    let change = audit::user_change(policy::Action::Create, id, &draft.name, Value::Null, draft.audit_view());
    kit::audit::record(&mut tx, &app.context.clock, caller, change).await?;
    if is_invitation_sent(user.send_registration_link, draft.email.is_some(), hash.is_some(), draft.is_active) {
        invitation::send(app, &mut tx, right.project_id(), &caller.user_name, &[id]).await?;
    }
    tx.commit().await?;
    Ok(id)
}

fn check(draft: &UserDraft, new_password: Option<&str>, send_link: Option<bool>) -> Result<()> {
    let mut fields = Fields::new();
    draft.check(&mut fields);
    draft.check_groups(None, &mut fields);
    if let Some(new_password) = new_password {
        password::check(&mut fields, "password", new_password);
        fields.check(draft.can_have_account(), "email", refusal::EMAIL_REQUIRED);
    }
    let sends_link = is_invitation_sent(send_link, draft.email.is_some(), new_password.is_some(), draft.is_active);
    fields.check(draft.email.is_some() || !sends_link, "email", refusal::EMAIL_REQUIRED);
    fields.check(draft.is_active || !sends_link, "send_registration_link", "user is not active");
    fields.finish()
}
