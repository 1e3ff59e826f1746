//! The items that devices should hold, and those that they have acknowledged. Callers have claimed the device.
use device_protocol::identifier::MAX_FACE_IMAGE;
use kit::Result;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::item::{ActualItem, CIRCUMSTANTIAL_REFUSALS, DesiredItem, ItemKind};
use crate::domain::task::TaskItem;

/// Id and project of a device.
#[derive(Clone, Copy, Debug)]
pub struct DeviceKey {
    pub device_id: i64,
    pub project_id: i64,
}

/// An item of the list: its body in the device's terms, or the reason why it has none.
#[derive(Clone, Debug)]
pub struct ListedItem {
    pub kind: ItemKind,
    pub link_id: Uuid,
    pub entity_id: i64,
    pub name: String,
    pub hash: String,
    pub body: Result<Value, String>,
}

#[derive(sqlx::FromRow)]
struct DesiredRow {
    kind: i16,
    link_id: Uuid,
    hash: String,
    size: i32,
}

/// The items that the device should hold: those that have a body.
pub async fn list_desired(connection: &mut PgConnection, device_id: i64) -> Result<Vec<DesiredItem>> {
    let rows: Vec<DesiredRow> = sqlx::query_as(
        "SELECT kind, link_id, hash, octet_length(body::text) + CASE WHEN body ? 'face_image' THEN $2 ELSE 0 END AS size
         FROM desired_items WHERE device_id = $1 AND body IS NOT NULL ORDER BY kind, entity_id, link_id",
    )
    .bind(device_id)
    .bind(MAX_FACE_IMAGE as i32)
    .fetch_all(connection)
    .await?;
    let item = |row: DesiredRow| {
        Some(DesiredItem { kind: ItemKind::from_number(row.kind)?, link_id: row.link_id, hash: row.hash, size: usize::try_from(row.size).ok()? })
    };
    Ok(rows.into_iter().filter_map(item).collect())
}

#[derive(sqlx::FromRow)]
struct ActualRow {
    kind: i16,
    link_id: Uuid,
    hash: Option<String>,
    error_hash: Option<String>,
}

pub async fn list_actual(connection: &mut PgConnection, device_id: i64) -> Result<Vec<ActualItem>> {
    let rows: Vec<ActualRow> = sqlx::query_as("SELECT kind, link_id, hash, error_hash FROM actual_items WHERE device_id = $1 AND (hash IS NOT NULL OR error IS NOT NULL) ORDER BY kind, link_id")
        .bind(device_id)
        .fetch_all(connection)
        .await?;
    let item =
        |row: ActualRow| Some(ActualItem { kind: ItemKind::from_number(row.kind)?, link_id: row.link_id, hash: row.hash, refused: row.error_hash });
    Ok(rows.into_iter().filter_map(item).collect())
}

/// The bodies that still have to be sent, of those that a task names.
pub async fn bodies_to_save(connection: &mut PgConnection, device_id: i64, kind: ItemKind, items: &[TaskItem]) -> Result<Vec<(TaskItem, Value)>> {
    let links: Vec<Uuid> = items.iter().map(|item| item.link_id).collect();
    let rows: Vec<(Uuid, String, Value)> = sqlx::query_as(
        "SELECT d.link_id, d.hash, d.body FROM desired_items d
         LEFT JOIN actual_items a ON a.device_id = d.device_id AND a.kind = d.kind AND a.link_id = d.link_id
         WHERE d.device_id = $1 AND d.kind = $2 AND d.link_id = ANY($3) AND d.body IS NOT NULL AND a.hash IS DISTINCT FROM d.hash
         ORDER BY d.entity_id, d.link_id",
    )
    .bind(device_id)
    .bind(kind as i16)
    .bind(links)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(link_id, hash, body)| (TaskItem { link_id, hash }, body)).collect())
}

/// The items that still have to be deleted, of those that a task names.
pub async fn links_to_delete(connection: &mut PgConnection, device_id: i64, kind: ItemKind, items: &[TaskItem]) -> Result<Vec<TaskItem>> {
    let links: Vec<Uuid> = items.iter().map(|item| item.link_id).collect();
    let rows: Vec<Uuid> = sqlx::query_scalar(
        "SELECT n.link_id FROM unnest($3::uuid[]) n (link_id)
         WHERE EXISTS (SELECT 1 FROM actual_items a WHERE a.device_id = $1 AND a.kind = $2 AND a.link_id = n.link_id AND a.hash IS NOT NULL)
           AND NOT EXISTS (SELECT 1 FROM desired_items d WHERE d.device_id = $1 AND d.kind = $2 AND d.link_id = n.link_id AND d.body IS NOT NULL)",
    )
    .bind(device_id)
    .bind(kind as i16)
    .bind(links)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|link_id| TaskItem { link_id, hash: String::new() }).collect())
}

/// All bodies of a kind that the device holds; None if one of them is unknown, because their digest cannot be compared then.
pub async fn bodies_in_step(connection: &mut PgConnection, device_id: i64, kind: ItemKind) -> Result<Option<Vec<Value>>> {
    let rows: Vec<(Option<Value>, bool)> = sqlx::query_as(
        "SELECT d.body, coalesce(d.hash = a.hash AND d.body IS NOT NULL, false)
         FROM (SELECT * FROM actual_items WHERE device_id = $1 AND kind = $2 AND hash IS NOT NULL) a
         LEFT JOIN desired_items d ON d.device_id = a.device_id AND d.kind = a.kind AND d.link_id = a.link_id",
    )
    .bind(device_id)
    .bind(kind as i16)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(body, same)| body.filter(|_| same)).collect())
}

/// The device holds these bodies now, as it has confirmed.
pub async fn set_stored(connection: &mut PgConnection, key: DeviceKey, kind: ItemKind, items: &[TaskItem], now: OffsetDateTime) -> Result<()> {
    set_held(connection, key, kind, items, Some(now)).await
}

async fn set_held(
    connection: &mut PgConnection,
    key: DeviceKey,
    kind: ItemKind,
    items: &[TaskItem],
    confirmed_at: Option<OffsetDateTime>,
) -> Result<()> {
    let links: Vec<Uuid> = items.iter().map(|item| item.link_id).collect();
    let hashes: Vec<&str> = items.iter().map(|item| item.hash.as_str()).collect();
    sqlx::query(
        "INSERT INTO actual_items (device_id, project_id, kind, link_id, hash, confirmed_at)
         SELECT $1, $2, $3, n.link_id, n.hash, $6 FROM unnest($4::uuid[], $5::text[]) n (link_id, hash)
         ON CONFLICT (device_id, kind, link_id) DO UPDATE
             SET hash = excluded.hash, confirmed_at = excluded.confirmed_at, error = NULL, error_hash = NULL, error_at = NULL",
    )
    .bind(key.device_id)
    .bind(key.project_id)
    .bind(kind as i16)
    .bind(links)
    .bind(hashes)
    .bind(confirmed_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// Clears refusals, so that the items are sent again: those that depend on what else the device holds, or `all`.
pub async fn clear_refusals(connection: &mut PgConnection, device_id: i64, all: bool) -> Result<()> {
    sqlx::query("UPDATE actual_items SET error = NULL, error_hash = NULL, error_at = NULL WHERE device_id = $1 AND error IS NOT NULL AND ($2 OR error = ANY($3))")
        .bind(device_id)
        .bind(all)
        .bind(CIRCUMSTANTIAL_REFUSALS.map(String::from).to_vec())
        .execute(connection)
        .await?;
    Ok(())
}

/// The device may hold these with an unknown body: desired ones are sent again, others are deleted.
pub async fn mark_uncertain(connection: &mut PgConnection, key: DeviceKey, kind: ItemKind, items: &[TaskItem]) -> Result<()> {
    let unknown: Vec<TaskItem> = items.iter().map(|item| TaskItem { link_id: item.link_id, hash: String::new() }).collect();
    set_held(connection, key, kind, &unknown, None).await
}

/// Marks the bodies of all items as unknown, so that all are sent again.
pub async fn mark_all_uncertain(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    sqlx::query("UPDATE actual_items SET hash = '' WHERE device_id = $1 AND hash IS NOT NULL").bind(device_id).execute(connection).await?;
    Ok(())
}

/// The device holds no items any more.
pub async fn delete_all_actual(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM actual_items WHERE device_id = $1").bind(device_id).execute(connection).await?;
    Ok(())
}
