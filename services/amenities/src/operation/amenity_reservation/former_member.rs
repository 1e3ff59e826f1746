//! Users who come out of the groups of an amenity: what they have reserved is canceled, so that its code opens nothing any more.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::cancel::cancel_locked;
use super::transition::advance;
use crate::domain::amenity_reservation::ReservationStatus;
use crate::store::amenity_member::{of_former_member, retain_former};
use crate::store::amenity_reservation::{self as store, LiveReservationsOf};

/// A user has left groups. What a manager has reserved for themselves elsewhere stays: no group of theirs was the reason.
pub async fn cancel_of_left_groups(
    connection: &mut PgConnection,
    project_id: i64,
    user_id: i64,
    left_groups: &[i64],
    now: OffsetDateTime,
) -> Result<()> {
    if left_groups.is_empty() {
        return Ok(());
    }
    let reservations = of_former_member(connection, project_id, user_id, left_groups).await?;
    cancel(connection, project_id, &reservations, now).await
}

/// A group was moved or deleted. `before`: the reservations of the users below it, as of then.
pub async fn cancel_of_moved_group(connection: &mut PgConnection, project_id: i64, before: &[i64], now: OffsetDateTime) -> Result<()> {
    if before.is_empty() {
        return Ok(());
    }
    let reservations = retain_former(connection, project_id, before).await?;
    cancel(connection, project_id, &reservations, now).await
}

async fn cancel(connection: &mut PgConnection, project_id: i64, reservations: &[i64], now: OffsetDateTime) -> Result<()> {
    for reservation in store::lock_live(connection, project_id, LiveReservationsOf::Ids(reservations)).await? {
        let current = advance(connection, reservation, now).await?;
        if ReservationStatus::from_number(current.status).is_live() {
            cancel_locked(connection, &current, None, now).await?;
        }
    }
    Ok(())
}
