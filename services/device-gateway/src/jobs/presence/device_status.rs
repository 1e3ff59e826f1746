//! Which devices are online. For the platform itself, over all projects.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A device that went online or offline.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StatusChange {
    pub id: i64,
    pub project_id: i64,
    pub name: String,
    pub domain_id: i64,
    pub status: i16,
}

/// Stores the statuses; returns the devices whose status changed by it.
pub(super) async fn set_statuses(
    connection: &mut PgConnection,
    serials: &[String],
    statuses: &[i16],
    now: OffsetDateTime,
) -> Result<Vec<StatusChange>> {
    Ok(sqlx::query_as(
        "UPDATE devices d SET status = reported.status, status_changed_at = $3 FROM unnest($1::text[], $2::smallint[]) reported (serial, status)
         WHERE d.serial_number = reported.serial AND NOT d.deleted AND d.protocol = 2 AND d.status <> reported.status
         RETURNING d.id, d.project_id, d.name, d.domain_id, d.status",
    )
    .bind(serials)
    .bind(statuses)
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// A device that is stored as online.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OnlineDevice {
    pub id: i64,
    pub serial_number: String,
}

/// The devices that are stored as online and are not among `online`.
pub(super) async fn list_online_except(connection: &mut PgConnection, online: &[String]) -> Result<Vec<OnlineDevice>> {
    let statement =
        "SELECT id, serial_number FROM devices WHERE status = 1 AND NOT deleted AND protocol = 2 AND serial_number <> ALL($1) ORDER BY id";
    Ok(sqlx::query_as(statement).bind(online).fetch_all(connection).await?)
}

pub(super) async fn set_offline(connection: &mut PgConnection, ids: &[i64], now: OffsetDateTime) -> Result<Vec<StatusChange>> {
    Ok(sqlx::query_as(
        "UPDATE devices d SET status = 2, status_changed_at = $2 WHERE d.id = ANY($1) AND d.status = 1 AND NOT d.deleted AND d.protocol = 2
         RETURNING d.id, d.project_id, d.name, d.domain_id, d.status",
    )
    .bind(ids)
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// The devices with these serial numbers.
pub(super) async fn ids(connection: &mut PgConnection, serials: &[String]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM devices WHERE serial_number = ANY($1) AND NOT deleted AND protocol = 2")
        .bind(serials)
        .fetch_all(connection)
        .await?)
}
