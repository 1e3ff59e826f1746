//! What devices say of one identifier: who should hold it, who does, and who gave it back.
use kit::Result;
use policy::{ActionKind, Authorized, ResourceKind};
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use super::device::DEVICES;
use crate::domain::delivery::DeliveryFacts;
use crate::domain::item::ItemKind;

/// Answered at most.
const MAX_DEVICES: i64 = 500;
const MAX_DEVICES_OF_PROJECT: i64 = 2_000;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeliveryRow {
    pub device_id: i64,
    pub device_name: String,
    pub status: i16,
    pub status_changed_at: Option<OffsetDateTime>,
    desired_hash: Option<String>,
    not_sent: Option<String>,
    desired_at: Option<OffsetDateTime>,
    actual_hash: Option<String>,
    confirmed_at: Option<OffsetDateTime>,
    error: Option<String>,
    error_hash: Option<String>,
    error_at: Option<OffsetDateTime>,
}

impl DeliveryRow {
    pub fn facts(&self) -> DeliveryFacts {
        DeliveryFacts {
            desired_hash: self.desired_hash.clone(),
            not_sent: self.not_sent.clone(),
            desired_at: self.desired_at,
            actual_hash: self.actual_hash.clone(),
            confirmed_at: self.confirmed_at,
            error: self.error.clone(),
            error_hash: self.error_hash.clone(),
            error_at: self.error_at,
        }
    }
}

/// Of the devices that the proof reaches, by name.
pub async fn list<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    link_id: Uuid,
) -> Result<Vec<DeliveryRow>> {
    let mut sql = QueryBuilder::<Postgres>::new(
        "SELECT d.id AS device_id, d.name AS device_name, d.status, d.status_changed_at,
             CASE WHEN w.body IS NOT NULL THEN w.hash END AS desired_hash, w.refused AS not_sent, w.changed_at AS desired_at,
             a.hash AS actual_hash, a.confirmed_at, a.error, a.error_hash, a.error_at
         FROM (SELECT device_id FROM desired_items WHERE project_id = ",
    );
    sql.push_bind(proof.project_id()).push(" AND link_id = ").push_bind(link_id);
    sql.push(" UNION SELECT device_id FROM actual_items WHERE project_id = ").push_bind(proof.project_id());
    sql.push(" AND link_id = ").push_bind(link_id).push(") known JOIN devices d ON d.id = known.device_id AND NOT d.deleted");
    for (table, alias) in [("desired_items", "w"), ("actual_items", "a")] {
        sql.push(format!(" LEFT JOIN {table} {alias} ON {alias}.device_id = d.id AND {alias}.kind = "));
        sql.push_bind(ItemKind::Identifier as i16).push(format!(" AND {alias}.link_id = ")).push_bind(link_id);
    }
    sql.push(" WHERE d.project_id = ").push_bind(proof.project_id());
    DEVICES.push_scope(&mut sql, proof.scope());
    sql.push(" ORDER BY d.name, d.id LIMIT ").push_bind(MAX_DEVICES);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// Of all devices of a project, by name: for a service that looks after who sees which.
pub async fn list_of_project(connection: &mut PgConnection, project_id: i64, link_id: Uuid) -> Result<Vec<DeliveryRow>> {
    let found = sqlx::query_as(
        "SELECT d.id AS device_id, d.name AS device_name, d.status, d.status_changed_at,
             CASE WHEN w.body IS NOT NULL THEN w.hash END AS desired_hash, w.refused AS not_sent, w.changed_at AS desired_at,
             a.hash AS actual_hash, a.confirmed_at, a.error, a.error_hash, a.error_at
         FROM (SELECT device_id FROM desired_items WHERE project_id = $1 AND link_id = $2
               UNION SELECT device_id FROM actual_items WHERE project_id = $1 AND link_id = $2) known
         JOIN devices d ON d.id = known.device_id AND NOT d.deleted
         LEFT JOIN desired_items w ON w.device_id = d.id AND w.kind = $3 AND w.link_id = $2
         LEFT JOIN actual_items a ON a.device_id = d.id AND a.kind = $3 AND a.link_id = $2
         WHERE d.project_id = $1 ORDER BY d.name, d.id LIMIT $4",
    );
    let found = found.bind(project_id).bind(link_id).bind(ItemKind::Identifier as i16).bind(MAX_DEVICES_OF_PROJECT);
    Ok(found.fetch_all(connection).await?)
}

/// An identifier that a device has refused, locked until the transaction ends. Made only by `lock_refused`.
#[derive(Debug)]
pub struct RefusedDelivery {
    project_id: i64,
    device_id: i64,
    link_id: Uuid,
}

/// None where the device has refused nothing of it.
pub async fn lock_refused(connection: &mut PgConnection, project_id: i64, device_id: i64, link_id: Uuid) -> Result<Option<RefusedDelivery>> {
    let found: Option<i64> = sqlx::query_scalar(
        "SELECT device_id FROM actual_items WHERE project_id = $1 AND device_id = $2 AND kind = $3 AND link_id = $4 AND error IS NOT NULL FOR UPDATE",
    )
    .bind(project_id)
    .bind(device_id)
    .bind(ItemKind::Identifier as i16)
    .bind(link_id)
    .fetch_optional(connection)
    .await?;
    Ok(found.map(|device_id| RefusedDelivery { project_id, device_id, link_id }))
}

/// The refused body is sent again.
pub async fn clear_refusal(connection: &mut PgConnection, refused: &RefusedDelivery) -> Result<()> {
    sqlx::query(
        "UPDATE actual_items SET error = NULL, error_hash = NULL, error_at = NULL WHERE project_id = $1 AND device_id = $2 AND kind = $3 AND link_id = $4",
    )
    .bind(refused.project_id)
    .bind(refused.device_id)
    .bind(ItemKind::Identifier as i16)
    .bind(refused.link_id)
    .execute(connection)
    .await?;
    Ok(())
}
