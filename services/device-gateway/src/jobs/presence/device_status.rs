//! Which devices are online. For the platform itself, over all projects.
use std::collections::HashSet;

use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::mqtt::BrokerScope;
use crate::store::device::ONLINE;

/// A device that went online or offline.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StatusChange {
    pub id: i64,
    pub project_id: i64,
    pub name: String,
    pub domain_id: i64,
    pub status: i16,
}

/// Why a device counts as online or offline. The numbers are those of the table and of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum StatusReason {
    /// The broker reported it.
    Broker = 1,
    /// The device did not answer when it was asked.
    NoAnswer = 2,
    /// It called over HTTP.
    Call = 3,
    /// It has not called for too long.
    Silence = 4,
}

/// Adds the changes to the history of the devices.
pub(super) async fn insert_changes(connection: &mut PgConnection, changes: &[StatusChange], reason: StatusReason, now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO device_status_changes (project_id, device_id, status, reason, at)
         SELECT n.project, n.device, n.status, $4, $5 FROM unnest($1::bigint[], $2::bigint[], $3::smallint[]) n (project, device, status)",
    )
    .bind(changes.iter().map(|change| change.project_id).collect::<Vec<_>>())
    .bind(changes.iter().map(|change| change.id).collect::<Vec<_>>())
    .bind(changes.iter().map(|change| change.status).collect::<Vec<_>>())
    .bind(reason as i16)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Which of these serial numbers devices have of which this broker may report.
pub(super) async fn list_known(connection: &mut PgConnection, scope: BrokerScope, serials: &[String]) -> Result<HashSet<String>> {
    let statement = "SELECT serial_number FROM devices WHERE serial_number = ANY($1) AND ($2::bigint IS NULL OR project_id = $2) AND NOT deleted";
    let known: Vec<String> = sqlx::query_scalar(statement).bind(serials).bind(scope.project_id).fetch_all(connection).await?;
    Ok(known.into_iter().collect())
}

/// Locks the devices that have connected and those whose status changes, in the order of their ids, before anything else of them.
pub(super) async fn lock(connection: &mut PgConnection, connected: &[String], serials: &[String], statuses: &[i16]) -> Result<()> {
    sqlx::query(
        "SELECT d.id FROM devices d JOIN unnest($1::text[], $2::smallint[]) reported (serial, status) ON d.serial_number = reported.serial
         WHERE NOT d.deleted AND (d.status <> reported.status OR d.serial_number = ANY($3)) ORDER BY d.id FOR NO KEY UPDATE OF d",
    )
    .bind(serials)
    .bind(statuses)
    .bind(connected)
    .execute(connection)
    .await?;
    Ok(())
}

/// A device is called over the broker over which it connected last. What a broker kept of a device counts only for one that has never
/// come, or was sent to that broker: elsewhere it may be old.
pub(super) async fn set_brokers(
    connection: &mut PgConnection,
    scope: BrokerScope,
    connected: &[String],
    serials: &[String],
    statuses: &[i16],
) -> Result<()> {
    let online: Vec<&String> = serials.iter().zip(statuses).filter(|(_, status)| **status == ONLINE).map(|(serial, _)| serial).collect();
    sqlx::query(
        "UPDATE devices SET broker_id = $1 WHERE serial_number = ANY($2) AND NOT deleted AND protocol = 2 AND broker_id IS DISTINCT FROM $1
           AND (serial_number = ANY($3) OR status = 0 OR status = 2 AND EXISTS (
               SELECT 1 FROM broker_moves m WHERE m.device_id = devices.id AND m.outcome = 1 AND m.broker_id IS NOT DISTINCT FROM $1))",
    )
    .bind(scope.broker_id)
    .bind(online.into_iter().chain(connected).collect::<Vec<_>>())
    .bind(connected)
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the statuses of devices that came over this broker; returns the devices whose status changed by it.
pub(super) async fn set_statuses(
    connection: &mut PgConnection,
    scope: BrokerScope,
    serials: &[String],
    statuses: &[i16],
    now: OffsetDateTime,
) -> Result<Vec<StatusChange>> {
    Ok(sqlx::query_as(
        "UPDATE devices d SET status = reported.status, status_changed_at = $3 FROM unnest($1::text[], $2::smallint[]) reported (serial, status)
         WHERE d.serial_number = reported.serial AND NOT d.deleted AND d.protocol = 2 AND d.status <> reported.status AND d.broker_id IS NOT DISTINCT FROM $4
         RETURNING d.id, d.project_id, d.name, d.domain_id, d.status",
    )
    .bind(serials)
    .bind(statuses)
    .bind(now)
    .bind(scope.broker_id)
    .fetch_all(connection)
    .await?)
}

/// A device that is stored as online.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OnlineDevice {
    pub id: i64,
    pub serial_number: String,
}

/// The devices that are stored as online at this broker and are not among `online`.
pub(super) async fn list_online_except(connection: &mut PgConnection, scope: BrokerScope, online: &[String]) -> Result<Vec<OnlineDevice>> {
    let statement = "SELECT id, serial_number FROM devices WHERE status = 1 AND NOT deleted AND protocol = 2 AND serial_number <> ALL($1)
           AND broker_id IS NOT DISTINCT FROM $2 ORDER BY id";
    Ok(sqlx::query_as(statement).bind(online).bind(scope.broker_id).fetch_all(connection).await?)
}

pub(super) async fn set_offline(connection: &mut PgConnection, ids: &[i64], now: OffsetDateTime) -> Result<Vec<StatusChange>> {
    Ok(sqlx::query_as(
        "WITH locked AS MATERIALIZED (
             SELECT id FROM devices WHERE id = ANY($1) AND status = 1 AND NOT deleted AND protocol = 2 ORDER BY id FOR NO KEY UPDATE)
         UPDATE devices d SET status = 2, status_changed_at = $2 FROM locked WHERE d.id = locked.id
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
