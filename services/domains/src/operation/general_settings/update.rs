use kit::{Error, Mask, Result};
use policy::action;
use proto::vestibule::domains::v1::GeneralSettings;
use rand::Rng;
use rand::distr::Alphanumeric;

use crate::app::App;
use crate::domain::settings::general::General;
use crate::operation::settings::{self, SettingsRight};
use crate::peers::roles;
use crate::store;

const INVITATION_CODE_LENGTH: usize = 12;

pub async fn update(app: &App, right: &SettingsRight<action::Edit>, mask: &Mask, new: GeneralSettings) -> Result<General> {
    check_roles(app, right, mask, new.clone()).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let mut pending = settings::prepare::<General>(&mut tx, app, right, mask, new).await?;
    let own = &mut pending.after.self_registration;
    if own.is_enabled && own.invitation_code.is_none() {
        own.invitation_code = Some(new_invitation_code());
    }
    store::settings::set_invitation_code(&mut tx, &pending.locked, own.invitation_code.as_deref()).await?;
    let group = pending.after.registration.domain_id;
    if let Some(group) = group.filter(|_| group != pending.before.registration.domain_id) {
        kit::related::ensure_groups_visible(&mut tx, right.caller(), &[group]).await?;
    }
    settings::finish(tx, app, right, pending).await
}

/// Roles that the change adds must exist, and the caller must be allowed to give them to users. Identity is asked before
/// the settings are locked, so that no other change waits for it.
async fn check_roles(app: &App, right: &SettingsRight<action::Edit>, mask: &Mask, new: GeneralSettings) -> Result<()> {
    let mut reader = app.context.database.read(right.project_id()).await?;
    let before: General = store::settings::find_or_default(&mut reader, right.project_id()).await?;
    drop(reader);
    let after = settings::merge(app, &before, mask, new)?;
    let added: Vec<i64> = after.roles().difference(&before.roles()).copied().collect();
    if added.is_empty() {
        return Ok(());
    }
    let known = roles::check(&app.context, right.caller(), &added).await?;
    let missing: Vec<String> = added.iter().filter(|id| !known.iter().any(|role| role.id == **id)).map(|id| format!("role {id}")).collect();
    if !missing.is_empty() {
        return Err(Error::InvalidRelated { names: missing });
    }
    if known.iter().all(|role| role.may_assign) { Ok(()) } else { Err(Error::Forbidden) }
}

fn new_invitation_code() -> String {
    rand::rng().sample_iter(Alphanumeric).take(INVITATION_CODE_LENGTH).map(char::from).collect()
}
