use kit::{Error, Fields, Mask, Result};
use policy::{Action, Authorized, action, resource};

use super::read::{SeenReservation, seen};
use super::{no_free_places, record};
use crate::app::App;
use crate::domain::amenity_reservation::{ChosenSlots, ReservationDraft, not_editable};
use crate::publish::reservation_changed;
use crate::store::amenity_reservation::{self as store, LockedReservation, ReservedPlaces};
use crate::store::{amenity, reservation_log, slot_usage};

/// Other slots or another number of persons: what it had is given back and the new places are taken, together or not at all.
pub async fn update(
    app: &App,
    right: &Authorized<resource::AmenityReservation, action::Edit>,
    id: i64,
    draft: ReservationDraft,
    mask: &Mask,
) -> Result<SeenReservation> {
    let caller = right.caller();
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let amenity_id = store::find_amenity_id(&mut tx, right, id).await?;
    let amenity = amenity::find_of_reservation_for_share(&mut tx, right.project_id(), amenity_id).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    if mask.is_empty() {
        return seen(&mut tx, caller, found.into_row(), now).await;
    }
    let before = LockedReservation::from(&found);
    if !before.clock().is_editable(now) {
        return Err(not_editable());
    }
    let is_own_of_manager = before.user_id == caller.user_id && store::managed(&mut tx, caller, &[amenity_id]).await?.contains(&amenity_id);
    // Who has left the amenity's groups keeps what is reserved, and gets no other time.
    if !is_own_of_manager && !amenity::is_for_user(&mut tx, right.project_id(), amenity_id, before.user_id).await? {
        return Err(Error::conflict("amenity is not allowed"));
    }
    let mut merged = before.draft().merge(&draft, mask);
    let mut fields = Fields::new();
    fields.check(merged.amenity_id == before.amenity_id, "amenity", "cannot be changed");
    fields.check(merged.user_id == before.user_id, "user", "cannot be changed");
    fields.finish()?;
    if merged.names_the_same_as(&before.draft()) {
        return seen(&mut tx, caller, found.into_row(), now).await;
    }
    if !mask.has("time_slots") {
        // Their ends are those of the slots, whatever the clock does in between.
        merged.time_slots.iter_mut().for_each(|slot| slot.to = 0);
    }
    let rules = amenity.draft();
    let chosen = ChosenSlots::new(&rules, &amenity.zone(), &merged, now)?;
    let reserved = ReservedPlaces {
        chosen,
        persons: merged.number_of_persons,
        places: rules.places(merged.number_of_persons),
        terms_version: before.terms_version,
    };
    let (date, starts) = (reserved.chosen.date, reserved.chosen.starts());
    slot_usage::lock(&mut tx, &before, date, &starts).await?;
    slot_usage::release(&mut tx, &before, &before.usage_starts).await?;
    if !slot_usage::take(&mut tx, caller, amenity_id, date, &starts, reserved.places, amenity.persons_max).await? {
        tx.rollback().await?;
        return Err(no_free_places(app, caller, amenity_id, &reserved, amenity.persons_max).await);
    }
    let after = store::move_to(&mut tx, &before, &reserved, now).await?;
    let event = if (after.starts_at, after.ends_at) == (before.starts_at, before.ends_at) { "changed" } else { "moved" };
    reservation_log::insert(&mut tx, &after, event, after.status, Some((caller.user_id, &caller.user_name)), now).await?;
    reservation_changed(&mut tx, &after, false).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let after = seen(&mut tx, caller, after.row().clone(), now).await?;
    tx.commit().await?;
    Ok(after)
}
