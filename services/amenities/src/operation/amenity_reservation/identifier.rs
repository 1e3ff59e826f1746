//! What access says of the identifiers of reservations.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

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
pub async fn identifier_used(connection: &mut PgConnection, project_id: i64, link_id: Uuid, at: OffsetDateTime) -> Result<Option<LockedReservation>> {
    let unused = store::lock_by_link(connection, project_id, link_id).await?.filter(|row| row.identifier_used_at.is_none());
    if let Some(reservation) = &unused {
        store::set_used(connection, reservation, at).await?;
        reservation_log::insert(connection, reservation, "key_used", reservation.status, None, at).await?;
    }
    Ok(unused)
}
