//! Who is there and who is not. For the platform itself, over all projects.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A device that came or went.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StatusChange {
    pub id: i64,
    pub project_id: i64,
    pub name: String,
    pub domain_id: i64,
    pub status: i16,
}

/// Writes who is there and who is not; gives those for whom that is news.
pub async fn set_statuses(connection: &mut PgConnection, serials: &[String], statuses: &[i16], now: OffsetDateTime) -> Result<Vec<StatusChange>> {
    Ok(sqlx::query_as(
        "UPDATE devices d SET status = seen.status, status_changed_at = $3 FROM unnest($1::text[], $2::smallint[]) seen (serial, status)
         WHERE d.serial_number = seen.serial AND NOT d.deleted AND d.protocol = 2 AND d.status <> seen.status
         RETURNING d.id, d.project_id, d.name, d.domain_id, d.status",
    )
    .bind(serials)
    .bind(statuses)
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// Marks as offline the devices that are held to be online and were not heard of.
pub async fn set_missing_offline(connection: &mut PgConnection, heard_of: &[String], now: OffsetDateTime) -> Result<Vec<StatusChange>> {
    Ok(sqlx::query_as(
        "UPDATE devices d SET status = 2, status_changed_at = $2 WHERE d.status = 1 AND NOT d.deleted AND d.protocol = 2 AND d.serial_number <> ALL($1)
         RETURNING d.id, d.project_id, d.name, d.domain_id, d.status",
    )
    .bind(heard_of)
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// The devices with these serial numbers.
pub async fn ids(connection: &mut PgConnection, serials: &[String]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM devices WHERE serial_number = ANY($1) AND NOT deleted AND protocol = 2")
        .bind(serials)
        .fetch_all(connection)
        .await?)
}
