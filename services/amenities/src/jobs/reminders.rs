//! Reminds users of their reservations an hour before they begin.
use std::time::Duration;

use kit::clock::to_proto;
use kit::{Result, outbox, run_periodically};
use proto::vestibule::events::v1::AmenityReservationReminderDue;
use time::OffsetDateTime;

use crate::app::App;

const TOPIC: &str = "amenities.reservation.reminder_due";
const INTERVAL: Duration = Duration::from_secs(30);
const BEFORE: time::Duration = time::Duration::HOUR;
/// Reservations of one transaction.
const BATCH: i64 = 500;

#[derive(sqlx::FromRow)]
struct DueReminder {
    project_id: i64,
    id: i64,
    amenity_id: i64,
    amenity_name: String,
    user_id: i64,
    starts_at: OffsetDateTime,
}

pub async fn run(app: App) -> anyhow::Result<()> {
    run_periodically(app.context.clone(), INTERVAL, "users are reminded of reservations later", || remind_all_due(&app)).await
}

pub async fn remind_all_due(app: &App) -> Result<()> {
    while remind(app).await? == BATCH as usize {}
    Ok(())
}

/// Once for each start: one that is moved is reminded of again. Whoever reserves within the hour before needs no reminder.
async fn remind(app: &App) -> Result<usize> {
    let now = app.context.clock.now();
    let mut tx = app.context.database.system().await?;
    let due: Vec<DueReminder> = sqlx::query_as(
        "WITH due AS (
             SELECT id FROM amenity_reservations WHERE status = 1 AND due_at > $1 AND due_at <= $2 AND reminded_for IS DISTINCT FROM starts_at
             ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED),
         reminded AS (
             UPDATE amenity_reservations r SET reminded_for = r.starts_at FROM due WHERE r.id = due.id
             RETURNING r.project_id, r.id, r.amenity_id, r.user_id, r.starts_at, r.created_at)
         SELECT r.project_id, r.id, r.amenity_id, a.name AS amenity_name, r.user_id, r.starts_at
         FROM reminded r JOIN amenities a ON a.id = r.amenity_id WHERE r.created_at < r.starts_at - ($2 - $1) ORDER BY r.id",
    )
    .bind(now)
    .bind(now + BEFORE)
    .bind(BATCH)
    .fetch_all(&mut *tx)
    .await?;
    let count = due.len();
    for DueReminder { project_id, id, amenity_id, amenity_name, user_id, starts_at } in due {
        let event = AmenityReservationReminderDue { project_id, id, amenity_id, amenity_name, user_id, start: Some(to_proto(starts_at)) };
        outbox::emit(&mut tx, project_id, TOPIC, &format!("amenity-reservation:{id}"), &event).await?;
    }
    tx.commit().await?;
    Ok(count)
}
