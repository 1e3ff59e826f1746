//! A new user.
use kit::{Fields, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::identity::v1 as api;
use serde_json::Value;

use super::{account, change, groups, roles, shown};
use crate::domain::{password, user::Draft};
use crate::parts::Parts;
use crate::store;
use crate::store::user::NewUser;

type Right = Authorized<resource::User, action::Create>;

/// Returns the id. The role must be one that the caller may give, and every group must be in the caller's reach.
pub async fn create_user(parts: &Parts, right: &Right, user: &api::User) -> Result<i64> {
    let caller = right.caller();
    let draft = Draft::of(user);
    let new_password = match kit::patch::secret(true, user.password.as_deref()) {
        kit::patch::Secret::Set(password) => Some(password),
        _ => None,
    };
    check(&draft, new_password)?;
    let hash = match new_password {
        Some(password) => Some(parts.passwords.hash(password).await?),
        None => None,
    };

    let now = parts.context.clock.now();
    let mut tx = parts.context.database.tenant(right.project_id()).await?;
    groups::check(&mut tx, right.scope(), &Default::default(), &draft.domain_ids).await?;
    roles::check_assignable(&mut tx, caller, draft.role_id).await?;
    let account = account::create(&mut tx, &draft, hash.as_deref(), now).await?;
    let new = NewUser {
        draft: &draft,
        account_id: account.id,
        has_password: account.has_password,
        locale: locale(&caller.locale),
        created_by: Some(caller.user_id),
        now,
    };
    let id = store::user::insert(&mut tx, right, &new).await?;
    let change = change(policy::Action::Create, id, &draft.name, Value::Null, shown(&draft));
    kit::audit::record(&mut tx, &parts.context.clock, caller, change).await?;
    tx.commit().await?;
    Ok(id)
}

fn check(draft: &Draft, new_password: Option<&str>) -> Result<()> {
    let mut fields = Fields::new();
    draft.check(&mut fields);
    draft.check_groups(None, &mut fields);
    if let Some(new_password) = new_password {
        password::check(&mut fields, "password", new_password);
        fields.check(draft.can_have_account(), "email", "e-mail required for registration");
    }
    fields.finish()
}

/// A new user reads what the one who made them reads, until they choose.
fn locale(of_caller: &str) -> &str {
    if crate::domain::profile::LOCALES.contains(&of_caller) { of_caller } else { "en" }
}
