//! A new project gets the group types that most sites need, so that its first group can be created at once, and general
//! settings with the time zone and the language that it was created with, or that its dealer gives it.
use kit::{Clock, Result, Tx};
use proto::vestibule::events::v1::ProjectChanged;

use crate::domain::group_type::DEFAULTS;
use crate::domain::settings::general::General;
use crate::store::{group_type, settings};

/// Creates each once: a type that an administrator deleted or renamed does not come back, and settings are the
/// administrators' until the dealer sets another region.
pub async fn prepare(tx: &mut Tx, clock: &Clock, project: &ProjectChanged) -> Result<()> {
    let now = clock.now();
    let locked = settings::lock_for_event(tx, project.id).await?;
    let before = settings::find::<General>(tx, project.id).await?;
    let after = match &before {
        Some(general) if !project.is_region_new => general.clone(),
        general => general.clone().unwrap_or_default().with_region(&project.time_zone, &project.locale),
    };
    if before.as_ref() != Some(&after) {
        settings::upsert(tx, &locked, &after, now).await?;
        settings::publish(tx, &locked).await?;
    }
    if group_type::mark_defaults_created(tx, &locked, now).await? {
        for (name, kind, _) in DEFAULTS {
            group_type::insert_default(tx, &locked, name, kind, now).await?;
        }
    }
    Ok(())
}
