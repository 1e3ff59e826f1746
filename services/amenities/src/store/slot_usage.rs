//! Places taken in slots. Statements take the rows in ascending order, so that two transactions never deadlock.
use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use kit::listing::Permitted;
use kit::{Result, zone};
use policy::{Caller, action};
use sqlx::PgConnection;

use super::amenity::AmenityRow;
use super::amenity_reservation::LockedReservation;
use super::{from_sql, to_sql};
use crate::domain::amenity_state::SlotKey;
use crate::domain::time_slot::boundary;

/// Takes places in slots of a date: in all of them or, answering false, in fewer, which the caller rolls back. Exact under
/// READ COMMITTED: a second transaction waits for the row of the first and then sees the new sum.
pub async fn take(
    connection: &mut PgConnection,
    caller: &Caller,
    amenity_id: i64,
    date: Date,
    starts: &[i32],
    places: i32,
    capacity: i32,
) -> Result<bool> {
    let dates = vec![to_sql(date); starts.len()];
    let taken = sqlx::query(
        "INSERT INTO slot_usage AS u (project_id, amenity_id, date, start_s, taken)
         SELECT $1, $2, d, s, $5 FROM unnest($3::date[], $4::int[]) AS t(d, s) WHERE $5 <= $6 ORDER BY d, s
         ON CONFLICT (amenity_id, date, start_s) DO UPDATE SET taken = u.taken + $5 WHERE u.taken + $5 <= $6 RETURNING 1",
    )
    .bind(caller.project_id)
    .bind(amenity_id)
    .bind(dates)
    .bind(starts)
    .bind(places)
    .bind(capacity)
    .fetch_all(connection)
    .await?;
    Ok(taken.len() == starts.len())
}

/// Locks the slots that a reservation leaves and those that it moves to, in one order.
pub async fn lock(connection: &mut PgConnection, reservation: &LockedReservation, date: Date, starts: &[i32]) -> Result<()> {
    let left = reservation.usage_starts.iter().map(|start| (reservation.date, *start));
    let mut keys: Vec<(time::Date, i32)> = left.chain(starts.iter().map(|start| (to_sql(date), *start))).collect();
    keys.sort_unstable();
    keys.dedup();
    let (dates, starts): (Vec<time::Date>, Vec<i32>) = keys.into_iter().unzip();
    sqlx::query(
        "INSERT INTO slot_usage AS u (project_id, amenity_id, date, start_s, taken)
         SELECT $1, $2, d, s, 0 FROM unnest($3::date[], $4::int[]) AS t(d, s) ORDER BY d, s
         ON CONFLICT (amenity_id, date, start_s) DO UPDATE SET taken = u.taken",
    )
    .bind(reservation.project_id)
    .bind(reservation.amenity_id)
    .bind(dates)
    .bind(starts)
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives back the reservation's places in those of its slots.
pub async fn release(connection: &mut PgConnection, reservation: &LockedReservation, starts: &[i32]) -> Result<()> {
    sqlx::query(
        "UPDATE slot_usage u SET taken = u.taken - $4 FROM (
             SELECT date, start_s FROM slot_usage WHERE amenity_id = $1 AND date = $2 AND start_s = ANY($3) ORDER BY date, start_s FOR UPDATE) locked
         WHERE u.amenity_id = $1 AND u.date = locked.date AND u.start_s = locked.start_s",
    )
    .bind(reservation.amenity_id)
    .bind(reservation.date)
    .bind(starts)
    .bind(reservation.places)
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes the usage of an amenity anew from `from` on, as its slots have changed.
pub async fn replace(
    connection: &mut PgConnection,
    found: &Permitted<AmenityRow, action::Edit>,
    from: Date,
    usage: &HashMap<SlotKey, i32>,
) -> Result<()> {
    sqlx::query("DELETE FROM slot_usage WHERE amenity_id = $1 AND date >= $2").bind(found.id).bind(to_sql(from)).execute(&mut *connection).await?;
    let mut rows: Vec<(SlotKey, i32)> = usage.iter().map(|(key, taken)| (*key, *taken)).filter(|((date, _), _)| *date >= from).collect();
    rows.sort_unstable();
    sqlx::query(
        "INSERT INTO slot_usage (project_id, amenity_id, date, start_s, taken)
         SELECT $1, $2, d, s, n FROM unnest($3::date[], $4::int[], $5::int[]) AS t(d, s, n) ORDER BY d, s",
    )
    .bind(found.project_id())
    .bind(found.id)
    .bind(rows.iter().map(|((date, _), _)| to_sql(*date)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, start), _)| *start).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, taken)| *taken).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

/// Places taken between two dates, both included.
pub async fn find(connection: &mut PgConnection, amenity_id: i64, from: Date, to: Date) -> Result<HashMap<SlotKey, i32>> {
    let rows: Vec<(time::Date, i32, i32)> =
        sqlx::query_as("SELECT date, start_s, taken FROM slot_usage WHERE amenity_id = $1 AND date BETWEEN $2 AND $3")
            .bind(amenity_id)
            .bind(to_sql(from))
            .bind(to_sql(to))
            .fetch_all(connection)
            .await?;
    Ok(rows.into_iter().map(|(date, start, taken)| ((from_sql(date), start), taken)).collect())
}

/// A slot whose usage is not the sum over the live reservations.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct UsageDifference {
    pub amenity_id: i64,
    date: time::Date,
    pub start_s: i32,
    zone_name: String,
}

impl UsageDifference {
    /// When the slot begins, in the amenity's zone.
    pub fn starts_at(&self) -> Timestamp {
        boundary(from_sql(self.date), self.start_s, &zone::find(&self.zone_name))
    }
}

/// Such slots from a date on. Those that have begun are among them: whoever has left gives nothing back.
pub async fn list_differences(connection: &mut PgConnection, from: time::Date) -> Result<Vec<UsageDifference>> {
    let differences = sqlx::query_as(
        "WITH live AS (
             SELECT r.amenity_id, r.date, s AS start_s, sum(r.places) AS places FROM amenity_reservations r, unnest(r.usage_starts) s
             WHERE r.status IN (1, 2) AND r.date >= $1 GROUP BY 1, 2, 3)
         SELECT d.amenity_id, d.date, d.start_s, coalesce(nullif(a.time_zone, ''), p.time_zone, 'UTC') AS zone_name
         FROM (SELECT amenity_id, date, start_s FROM (SELECT * FROM slot_usage WHERE date >= $1) u FULL JOIN live l USING (amenity_id, date, start_s)
               WHERE coalesce(u.taken, 0) <> coalesce(l.places, 0)) d
             JOIN amenities a ON a.id = d.amenity_id LEFT JOIN projects p ON p.project_id = a.project_id
         ORDER BY d.amenity_id, d.date, d.start_s",
    );
    Ok(differences.bind(from).fetch_all(connection).await?)
}
