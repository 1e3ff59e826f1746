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
