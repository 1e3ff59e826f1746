//! Changing the own profile.
use kit::{Error, Mask, Result};
use policy::{Action, Permission};
use proto::vestibule::identity::v1 as api;

use crate::app::App;
use crate::domain::profile::{IDENTIFIER_FORMATS, ProfileDraft, TIME_FORMATS, word};
use crate::invalidation::{self, SessionChange};
use crate::operation::audit;
use crate::operation::user::UserEditRights;
use crate::projection;
use crate::store;
use crate::store::user::UserRow;

/// Name, address and phone need can_edit_profile; language and formats do not. The e-mail is not changed here.
pub async fn update(app: &App, rights: &UserEditRights, profile: &api::Profile, mask: &Mask) -> Result<()> {
    let caller = rights.edit.caller();
    let mut tx = app.context.database.tenant(rights.edit.project_id()).await?;
    let user = store::user::find_own_for_update(&mut tx, &rights.view).await?;
    if mask.is_empty() {
        return Ok(());
    }
    let before = of_user(&user);
    let after = before.clone().merge(mask, ProfileDraft::from_api(profile));
    let changes_email = mask.has("email") && user.email.as_deref().unwrap_or_default() != profile.email;
    if changes_email || (after.differs_in_person(&before) && !caller.can(Permission::CanEditProfile)) {
        return Err(Error::Forbidden);
    }
    let mut languages = projection::project_settings::languages(&mut tx, rights.edit.project_id()).await?.all;
    // Whoever has one that the project has given up keeps it until they choose another.
    languages.push(before.locale.clone());
    after.check(&languages)?;
    store::user::update_profile(&mut tx, &rights.edit, &after, app.context.clock.now()).await?;
    let change = audit::user_change(Action::Edit, user.id, &after.name, before.audit_view(), after.audit_view());
    kit::audit::record(&mut tx, &app.context.clock, caller, change).await?;
    tx.commit().await?;
    invalidation::publish(&app.context, &[SessionChange::UserId(user.id)]).await;
    Ok(())
}

fn of_user(user: &UserRow) -> ProfileDraft {
    ProfileDraft {
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
