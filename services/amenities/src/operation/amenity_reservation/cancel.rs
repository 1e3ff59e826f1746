use kit::{Result, zone};
use policy::{Action, Authorized, Caller, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::read::{SeenReservation, seen};
use super::record;
use super::transition::advance;
use crate::app::App;
use crate::domain::amenity_reservation::{ReservationStatus, not_editable};
use crate::domain::time_slot::boundary;
use crate::publish::reservation_changed;
use crate::store::amenity_reservation::{self as store, LockedReservation};
use crate::store::{reservation_log, slot_usage};

/// Its user may until the amenity's `cancel_before`; who may edit the amenity's reservations until the end.
pub async fn cancel(app: &App, right: &Authorized<resource::AmenityReservation, action::Edit>, id: i64) -> Result<SeenReservation> {
    let caller = right.caller();
    let now = app.context.clock.now();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let found = store::find_for_update(&mut tx, right, id).await?;
    let is_manager = store::managed(&mut tx, caller, &[found.amenity_id]).await?.contains(&found.amenity_id);
    if !found.clock().is_cancelable(now, is_manager, found.cancel_before) {
        return Err(not_editable());
    }
    let before = advance(&mut tx, LockedReservation::from(&found), now).await?;
    let after = cancel_locked(&mut tx, &before, Some(caller), now).await?;
    record(app, &mut tx, caller, Action::Edit, Some(&before), Some(&after)).await?;
    let after = seen(&mut tx, caller, after.row().clone(), now).await?;
    tx.commit().await?;
    Ok(after)
}

/// Gives back the slots that have not begun. `caller`: None for what the platform does.
pub async fn cancel_locked(
    connection: &mut PgConnection,
    before: &LockedReservation,
    caller: Option<&Caller>,
    now: OffsetDateTime,
) -> Result<LockedReservation> {
    let (date, zone) = (before.local_date(), before.zone());
    let is_ahead = |start: &i32| boundary(date, *start, &zone) > zone::timestamp(now);
    let free: Vec<i32> = match ReservationStatus::from_number(before.status) {
        ReservationStatus::Reserved => before.usage_starts.clone(),
        _ => before.usage_starts.iter().copied().filter(is_ahead).collect(),
    };
    slot_usage::release(connection, before, &free).await?;
    let after = store::set_status(connection, before, ReservationStatus::Canceled, now).await?;
    let user = caller.map(|caller| (caller.user_id, caller.user_name.as_str()));
    reservation_log::insert(connection, &after, "canceled", after.status, user, now).await?;
    reservation_changed(connection, &after, false).await?;
    Ok(after)
}
