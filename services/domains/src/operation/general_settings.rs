//! The general settings name roles, which identity keeps, and a group, and hold a code that no other project has.
use kit::{Context, Error, Mask, Result, tree};
use policy::{Action, Caller, Resource, action};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::domains::v1::GeneralSettings;
use rand::Rng;
use rand::distr::Alphanumeric;

use super::settings::{self, Proof};
use crate::domain::settings::general::General;
use crate::roles;
use crate::store;

const CODE_LENGTH: usize = 12;

pub async fn change(context: &Context, right: &Proof<action::Edit>, mask: &Mask, new: GeneralSettings) -> Result<General> {
    check_roles(context, right, mask, new.clone()).await?;
    let mut tx = context.database.tenant(right.project_id()).await?;
    let mut pending = settings::prepare::<General>(&mut tx, context, right, mask, new).await?;
    let own = &mut pending.after.self_registration;
    if own.is_enabled && own.invitation_code.is_none() {
        own.invitation_code = Some(new_code());
    }
    store::settings::keep_code(&mut tx, right.project_id(), own.invitation_code.as_deref()).await?;
    let group = pending.after.registration.domain_id;
    if let Some(group) = group.filter(|_| group != pending.before.registration.domain_id) {
        kit::related::groups(&mut tx, right.caller(), &[group]).await?;
    }
    settings::finish(tx, context, right, pending).await
}

/// Roles that are named anew: they exist, and the caller could give them to somebody. Asked before the settings are
/// locked, so that nobody waits for the other service.
async fn check_roles(context: &Context, right: &Proof<action::Edit>, mask: &Mask, new: GeneralSettings) -> Result<()> {
    let mut reader = context.database.read(right.project_id()).await?;
    let before: General = store::settings::get(&mut reader, right.project_id()).await?;
    drop(reader);
    let after = settings::patched(context, &before, mask, new)?;
    let wanted: Vec<i64> = after.roles().difference(&before.roles()).copied().collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let known = roles::check(context, right.caller(), &wanted).await?;
    let missing: Vec<String> = wanted.iter().filter(|id| !known.iter().any(|role| role.id == **id)).map(|id| format!("role {id}")).collect();
    if !missing.is_empty() {
        return Err(Error::InvalidRelated { names: missing });
    }
    if known.iter().all(|role| role.may_assign) { Ok(()) } else { Err(Error::Forbidden) }
}

fn new_code() -> String {
    rand::rng().sample_iter(Alphanumeric).take(CODE_LENGTH).map(char::from).collect()
}

/// As the caller sees them: with names of the roles, while identity can be asked, and of the group.
pub async fn show(context: &Context, caller: &Caller, general: General) -> Result<GeneralSettings> {
    let ids: Vec<i64> = general.roles().into_iter().collect();
    let names = roles::names(context, caller, &ids).await;
    let group_name = match general.registration.domain_id {
        Some(group) => group_name(context, caller, group).await?,
        None => String::new(),
    };
    let role = |id: i64| Ref { id, name: names.get(&id).cloned().unwrap_or_default() };
    Ok(general.into_api(role, |id| Ref { id, name: group_name.clone() }))
}

/// Empty where the caller does not see the group.
async fn group_name(context: &Context, caller: &Caller, group: i64) -> Result<String> {
    let mut reader = context.database.read(caller.project_id).await?;
    let is_seen = tree::covers(&mut reader, &caller.scope(Resource::Group, Action::View), group).await?;
    let name = if is_seen { store::group_list::name(&mut reader, caller.project_id, group).await? } else { None };
    Ok(name.unwrap_or_default())
}
