use kit::Result;
use kit::projection_lag::{self, ForeignEntity};
use license_limits::features;
use policy::{Action, Authorized, action, resource};

use super::{ensure_groups_in_reach, record};
use crate::app::App;
use crate::domain::amenity::AmenityDraft;
use crate::operation::FEATURE;
use crate::peers::check_access_rules;
use crate::store::amenity::{self as store, AmenityRow};

pub async fn create(app: &App, right: &Authorized<resource::Amenity, action::Create>, draft: AmenityDraft) -> Result<AmenityRow> {
    let caller = right.caller();
    draft.validate()?;
    projection_lag::wait_until_projected(&app.context, caller, ForeignEntity::Group, projection_lag::GROUPS, &draft.groups).await?;
    let rules = check_access_rules(&app.context, caller, &draft.access_rules).await?;
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    ensure_groups_in_reach(&mut tx, right.scope(), caller, &draft.groups).await?;
    features::require_in_groups(&mut tx, right.project_id(), &draft.groups, &[FEATURE]).await?;
    let id = store::insert(&mut tx, right, &draft, &rules, app.context.clock.now()).await?;
    let created = store::find(&mut tx, caller, id).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    tx.commit().await?;
    Ok(created)
}
