//! What other entities change of live reservations.
use kit::{Result, zone};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::cancel::cancel_locked;
use super::transition::advance;
use crate::domain::amenity_reservation::ReservationStatus;
use crate::domain::time_slot::boundary;
use crate::publish::reservation_changed;
use crate::store::amenity_reservation::{self as store, LiveReservationsOf};
use crate::store::reservation_log;

/// The user has gone: what they have reserved is free again.
pub async fn cancel_of_user(connection: &mut PgConnection, project_id: i64, user_id: i64, now: OffsetDateTime) -> Result<()> {
    for reservation in store::lock_live(connection, project_id, LiveReservationsOf::User(user_id)).await? {
        let current = advance(connection, reservation, now).await?;
        if ReservationStatus::from_number(current.status).is_live() {
            cancel_locked(connection, &current, None, now).await?;
        }
    }
    Ok(())
}

/// Reservations that have not begun keep their hours on the wall's clock in the new zone.
pub async fn follow_zone(connection: &mut PgConnection, project_id: i64, of: LiveReservationsOf<'_>, now: OffsetDateTime) -> Result<()> {
    for reservation in store::lock_live(connection, project_id, of).await? {
        let current = advance(connection, reservation, now).await?;
        if ReservationStatus::from_number(current.status) != ReservationStatus::Reserved {
            continue;
        }
        let (date, in_zone) = (current.local_date(), current.zone());
        let start = current.slot_starts.first().copied().unwrap_or_default();
        let starts_at = zone::instant(boundary(date, start, &in_zone));
        let ends_at = zone::instant(boundary(date, current.slot_end, &in_zone));
        // Hours that the new zone skips as a whole stay where they were.
        if starts_at >= ends_at || starts_at == current.starts_at && ends_at == current.ends_at {
            continue;
        }
        let moved = store::set_period(connection, &current, (starts_at, ends_at), now).await?;
        reservation_log::insert(connection, &moved, "moved", moved.status, None, now).await?;
        reservation_changed(connection, &moved, false).await?;
    }
    Ok(())
}

/// What they open, or when, has changed.
pub async fn publish_live(connection: &mut PgConnection, project_id: i64, of: LiveReservationsOf<'_>, now: OffsetDateTime) -> Result<()> {
    for reservation in store::lock_live(connection, project_id, of).await? {
        let current = advance(connection, reservation, now).await?;
        let status = ReservationStatus::from_number(current.status);
        if status.is_live() {
            let counted = store::set_status(connection, &current, status, now).await?;
            reservation_changed(connection, &counted, false).await?;
        }
    }
    Ok(())
}
