use kit::{Mask, Result};
use policy::{Action, Authorized, action, resource};

use super::read::visible_part;
use super::{
    FEATURE, ensure_controllers, ensure_floors, ensure_group_in_reach, publish_and_record, wait_until_floors_are_projected,
    wait_until_related_are_projected,
};
use crate::app::App;
use crate::domain::elevator::ElevatorDraft;
use crate::store::elevator::{self as store, ElevatorRow};
use crate::store::license;

/// Changes the fields that the mask names.
pub async fn update(
    app: &App,
    right: &Authorized<resource::Elevator, action::Edit>,
    id: i64,
    draft: ElevatorDraft,
    mask: &Mask,
) -> Result<ElevatorRow> {
    let caller = right.caller();
    wait_until_related_are_projected(app, caller, &draft).await?;
    if mask.has("devices") {
        wait_until_floors_are_projected(app, caller, &draft.devices).await?;
    }
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let before = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return visible_part(&mut tx, caller, before.into_row()).await;
    }
    let known = before.device_ids();
    let merged = before.draft().merge(&draft, mask);
    merged.validate(Some(&before.draft()))?;
    if merged.group != before.domain_id {
        ensure_group_in_reach(&mut tx, right, merged.group).await?;
        license::require_for_group(&mut tx, right.project_id(), merged.group, FEATURE).await?;
    }
    // A controller that the elevator has may stay, whoever sees it.
    let added: Vec<i64> = merged.devices.iter().copied().filter(|device| !known.contains(device)).collect();
    ensure_controllers(&mut tx, caller, &added).await?;
    store::update(&mut tx, &before, &merged, app.context.clock.now()).await?;
    let after = store::find(&mut tx, right, id).await?;
    if !added.is_empty() {
        ensure_floors(&after)?;
    }
    publish_and_record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let after = visible_part(&mut tx, caller, after).await?;
    tx.commit().await?;
    Ok(after)
}
