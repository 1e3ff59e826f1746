//! What happened to reservations.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::amenity_reservation::LockedReservation;

/// Entries of an answer.
const MAX_ENTRIES: i64 = 500;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ReservationLogRow {
    pub at: OffsetDateTime,
    pub event: String,
    pub status: i16,
    pub user_id: Option<i64>,
    pub user_name: String,
}

/// `user`: None for what the platform does.
pub async fn insert(
    connection: &mut PgConnection,
    reservation: &LockedReservation,
    event: &str,
    status: i16,
    user: Option<(i64, &str)>,
    at: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO amenity_reservation_logs (project_id, reservation_id, at, event, status, user_id, user_name) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(reservation.project_id)
    .bind(reservation.id)
    .bind(at)
    .bind(event)
    .bind(status)
    .bind(user.map(|(id, _)| id))
    .bind(user.map_or("", |(_, name)| name))
    .execute(connection)
    .await?;
    Ok(())
}

/// The newest first.
pub async fn list(connection: &mut PgConnection, project_id: i64, reservation_id: i64) -> Result<Vec<ReservationLogRow>> {
    Ok(sqlx::query_as(
        "SELECT at, event, status, user_id, user_name FROM amenity_reservation_logs WHERE project_id = $1 AND reservation_id = $2 ORDER BY id DESC LIMIT $3",
    )
    .bind(project_id)
    .bind(reservation_id)
    .bind(MAX_ENTRIES)
    .fetch_all(connection)
    .await?)
}
