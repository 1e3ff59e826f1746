//! What access says of the identifiers of reservations.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::amenity_reservation::ReservationStatus;
use crate::publish::reservation_changed;
use crate::store::amenity_reservation::{self as store, LockedReservation};
use crate::store::reservation_log;

/// Access has made it, or it is gone there. Returns the reservation.
pub async fn identifier_changed(
    connection: &mut PgConnection,
    project_id: i64,
    link_id: Uuid,
    identifier: Option<(i64, &str)>,
) -> Result<Option<LockedReservation>> {
    let reservation = store::lock_by_link(connection, project_id, link_id).await?;
    if let Some(reservation) = &reservation {
        store::set_identifier(connection, reservation, identifier.map(|(id, _)| id), identifier.map_or("", |(_, name)| name)).await?;
    }
    Ok(reservation)
}

/// Somebody has come: of several openings the first is noted. Returns the reservation that it changes.
pub async fn identifier_used(
    connection: &mut PgConnection,
    project_id: i64,
    link_id: Uuid,
    at: OffsetDateTime,
    now: OffsetDateTime,
) -> Result<Option<LockedReservation>> {
    let unused = store::lock_by_link(connection, project_id, link_id).await?.filter(|row| row.identifier_used_at.is_none());
    let Some(reservation) = unused else { return Ok(None) };
    store::set_used(connection, &reservation, at).await?;
    reservation_log::insert(connection, &reservation, "key_used", reservation.status, None, at).await?;
    if ReservationStatus::from_number(reservation.status) != ReservationStatus::Inactive || at >= reservation.ends_at {
        return Ok(Some(reservation));
    }
    // The door was cut off, and reports after the end that somebody came in time.
    let used = store::set_status(connection, &reservation, ReservationStatus::Expired, now).await?;
    reservation_log::insert(connection, &used, "ended", used.status, None, used.ends_at).await?;
    reservation_changed(connection, &used, false).await?;
    Ok(Some(used))
}
