use kit::{Error, Mask, Result, related};
use policy::{Action, Authorized, action, resource};
use sqlx::PgConnection;

use super::read::view_of;
use super::{EmergencyAlertView, NamedEntities, record};
use crate::app::App;
use crate::domain::emergency_alert::EmergencyAlertDraft;
use crate::operation::alert_run::has_role;
use crate::projection::device::DEVICES;
use crate::store::{alert_run, emergency_alert as store};

/// Changes the fields that the mask names. Refused while a run lasts: what it does is what the board says.
pub async fn update(
    app: &App,
    right: &Authorized<resource::EmergencyAlert, action::Edit>,
    id: i64,
    draft: EmergencyAlertDraft,
    mask: &Mask,
) -> Result<EmergencyAlertView> {
    let caller = right.caller();
    NamedEntities::of_new(&draft).wait_until_projected(app, caller).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        let unchanged = store::find(&mut tx, caller, id).await?;
        return view_of(app, &mut tx, caller, unchanged).await;
    }
    let now = app.context.clock.now();
    if !alert_run::live(&mut tx, right.project_id(), &[id], now).await?.is_empty() {
        return Err(Error::conflict("can't perform action"));
    }
    let old = before.draft();
    let mut merged = old.merge(&draft, mask);
    // Groups that pass and that the caller does not see they cannot have taken away.
    let visible = related::visible_groups(&mut tx, caller, &old.pass_groups).await?;
    merged.pass_groups.extend(old.pass_groups.iter().filter(|group| !visible.contains(group)));
    merged.pass_groups.sort_unstable();
    merged.pass_groups.dedup();
    // Nor devices: whoever sees groups need not see devices, and saves what they were shown.
    let visible = DEVICES.visible(&mut tx, caller, &old.devices).await?;
    merged.devices.extend(old.devices.iter().filter(|device| !visible.contains(device)));
    merged.devices.sort_unstable();
    merged.devices.dedup();
    merged.validate()?;
    ensure_may_change_roles(&mut tx, right, &old, &merged).await?;
    NamedEntities::of_change(&old, &merged).ensure_in_reach(&mut tx, right.scope(), caller).await?;
    store::update(&mut tx, &before, &merged, now).await?;
    let after = store::find(&mut tx, caller, id).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let view = view_of(app, &mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(view)
}

/// Who starts a run, and who releases a lockdown, is said by those who may do it themselves, and by who edits the alerts of the whole
/// project: others would let themselves in.
async fn ensure_may_change_roles(
    connection: &mut PgConnection,
    right: &Authorized<resource::EmergencyAlert, action::Edit>,
    old: &EmergencyAlertDraft,
    merged: &EmergencyAlertDraft,
) -> Result<()> {
    for (before, after) in [(&old.start_roles, &merged.start_roles), (&old.release_roles, &merged.release_roles)] {
        if before != after && !right.scope().all && !has_role(connection, before, right.caller()).await? {
            return Err(Error::Forbidden);
        }
    }
    Ok(())
}
