use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::app::App;
use crate::domain::amenity_reservation::ReservationStatus;
use crate::publish::reservation_changed;
use crate::store::amenity_reservation::{self as store, LockedReservation};
use crate::store::reservation_log;

/// Reservations of one transaction.
const BATCH: i64 = 500;

/// Writes the states that the clock has brought, each with its log entry and its event.
pub async fn advance(connection: &mut PgConnection, reservation: LockedReservation, now: OffsetDateTime) -> Result<LockedReservation> {
    let mut locked = reservation;
    for status in locked.clock().transitions(now) {
        let (event, at) = match status {
            ReservationStatus::Active => ("started", locked.starts_at),
            _ => ("ended", locked.ends_at),
        };
        locked = store::set_status(connection, &locked, status, now).await?;
        reservation_log::insert(connection, &locked, event, locked.status, None, at).await?;
        reservation_changed(connection, &locked, false).await?;
    }
    Ok(locked)
}

/// Of all projects. Returns whether there may be more.
pub async fn advance_due(app: &App) -> Result<bool> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let due = store::lock_due(&mut tx, None, now, BATCH).await?;
    let count = due.len();
    for reservation in due {
        advance(&mut tx, reservation, now).await?;
    }
    tx.commit().await?;
    Ok(count == BATCH as usize)
}

/// Of one project, before its reservations are looked for by their states.
pub async fn advance_project(app: &App, project_id: i64) -> Result<()> {
    let now = app.context.clock.now();
    let is_due = store::has_due(&mut *app.context.database.read(project_id).await?, project_id, now).await?;
    if !is_due {
        return Ok(());
    }
    loop {
        let mut tx = app.context.database.tenant(project_id).await?;
        let due = store::lock_due(&mut tx, Some(project_id), now, BATCH).await?;
        let is_last = due.len() < BATCH as usize;
        for reservation in due {
            advance(&mut tx, reservation, now).await?;
        }
        tx.commit().await?;
        if is_last {
            return Ok(());
        }
    }
}
