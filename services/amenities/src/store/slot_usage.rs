//! Places taken in slots. Statements take the rows in ascending order, so that two transactions never deadlock.
use std::collections::HashMap;

use jiff::civil::Date;
use kit::Result;
use kit::listing::Permitted;
use policy::{Caller, action};
use sqlx::PgConnection;

use super::amenity::AmenityRow;
use super::amenity_reservation::LockedReservation;
use super::{from_sql, to_sql};
use crate::domain::amenity_state::SlotKey;

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

/// Slots from a date on whose usage is not the sum over the live reservations.
pub async fn count_differences(connection: &mut PgConnection, from: time::Date) -> Result<i64> {
    let count = sqlx::query_scalar(
        "WITH live AS (
             SELECT r.amenity_id, r.date, s AS start_s, sum(r.places) AS places FROM amenity_reservations r, unnest(r.usage_starts) s
             WHERE r.status IN (1, 2) AND r.date >= $1 GROUP BY 1, 2, 3)
         SELECT count(*) FROM (SELECT * FROM slot_usage WHERE date >= $1) u FULL JOIN live l USING (amenity_id, date, start_s)
         WHERE coalesce(u.taken, 0) <> coalesce(l.places, 0)",
    );
    Ok(count.bind(from).fetch_one(connection).await?)
}
