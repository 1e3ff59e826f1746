use kit::Result;
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

pub async fn create(app: &App, right: &Authorized<resource::Elevator, action::Create>, draft: ElevatorDraft) -> Result<ElevatorRow> {
    let caller = right.caller();
    draft.validate(None)?;
    wait_until_related_are_projected(app, caller, &draft).await?;
    wait_until_floors_are_projected(app, caller, &draft.devices).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    license::require_for_group(&mut tx, right.project_id(), draft.group, FEATURE).await?;
    ensure_group_in_reach(&mut tx, right, draft.group).await?;
    ensure_controllers(&mut tx, caller, &draft.devices).await?;
    let id = store::insert(&mut tx, right, &draft, app.context.clock.now()).await?;
    let created = store::find(&mut tx, right, id).await?;
    ensure_floors(&created)?;
    publish_and_record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    let created = visible_part(&mut tx, caller, created).await?;
    tx.commit().await?;
    Ok(created)
}
