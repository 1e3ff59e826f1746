//! Changing the own profile.
use kit::{Error, Mask, Result};
use policy::{Action, Permission};
use proto::vestibule::identity::v1 as api;
use serde_json::{Value, json};

use super::change;
use super::update_user::Rights;
use crate::domain::profile::{Draft, IDENTIFIER_FORMATS, TIME_FORMATS, word};
use crate::parts::Parts;
use crate::signal::{self, Changed};
use crate::store;
use crate::store::user_list::UserRow;

/// Name, address and phone need can_edit_profile; language and formats do not. The e-mail is not changed here.
pub async fn update_profile(parts: &Parts, rights: &Rights, profile: &api::Profile, mask: &Mask) -> Result<()> {
    let caller = rights.edit.caller();
    let mut tx = parts.context.database.tenant(rights.edit.project_id()).await?;
    let user = store::user_list::lock(&mut tx, &rights.view, caller.user_id).await?;
    let before = of_user(&user);
    let after = before.clone().merge(mask, Draft::of(profile));
    let changes_email = mask.has("email") && user.email.as_deref().unwrap_or_default() != profile.email;
    if changes_email || (after.differs_in_person(&before) && !caller.can(Permission::CanEditProfile)) {
        return Err(Error::Forbidden);
    }
    let mut languages = store::project_settings::languages(&mut tx, rights.edit.project_id()).await?.all;
    // Whoever has one that the project has given up keeps it until they choose another.
    languages.push(before.locale.clone());
    after.check(&languages)?;
    store::user::update_profile(&mut tx, &rights.edit, &after, parts.context.clock.now()).await?;
    let change = change(Action::Edit, user.id, &after.name, shown(&before), shown(&after));
    kit::audit::record(&mut tx, &parts.context.clock, caller, change).await?;
    tx.commit().await?;
    signal::publish(&parts.context, &[Changed::UserId(user.id)]).await;
    Ok(())
}

fn of_user(user: &UserRow) -> Draft {
    Draft {
        name: user.name.clone(),
        phone: user.phone.clone(),
        address: user.address.clone(),
        locale: user.locale.clone(),
        time_zone: user.time_zone.clone(),
        time_format: word(&TIME_FORMATS, user.time_format).into(),
        identifier_format: word(&IDENTIFIER_FORMATS, user.identifier_format).into(),
        is_app_popup_active: user.is_app_popup_active,
    }
}

fn shown(draft: &Draft) -> Value {
    json!({
        "name": draft.name,
        "phone": draft.phone,
        "address": draft.address,
        "locale": draft.locale,
        "time_zone": draft.time_zone,
        "time_format": draft.time_format,
        "identifier_format": draft.identifier_format,
        "is_app_popup_active": draft.is_app_popup_active,
    })
}
