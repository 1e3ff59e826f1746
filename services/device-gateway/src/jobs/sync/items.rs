//! What a device should hold and what it holds, as the worker that has claimed the device learns it.
use kit::Result;
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::item::{ItemKind, ReportedItem};
use crate::domain::task::TaskItem;
use crate::store::item::{DeviceKey, ListedItem};

/// Replaces the whole list. Returns whether anything changed.
pub(super) async fn replace_desired(connection: &mut PgConnection, key: DeviceKey, list: &[ListedItem], now: OffsetDateTime) -> Result<bool> {
    let kinds: Vec<i16> = list.iter().map(|item| item.kind as i16).collect();
    let links: Vec<Uuid> = list.iter().map(|item| item.link_id).collect();
    let entities: Vec<i64> = list.iter().map(|item| item.entity_id).collect();
    let names: Vec<&str> = list.iter().map(|item| item.name.as_str()).collect();
    let hashes: Vec<&str> = list.iter().map(|item| item.hash.as_str()).collect();
    let bodies: Vec<Option<&Value>> = list.iter().map(|item| item.body.as_ref().ok()).collect();
    let refusals: Vec<Option<&str>> = list.iter().map(|item| item.body.as_ref().err().map(String::as_str)).collect();
    let gone = sqlx::query(
        "DELETE FROM desired_items i WHERE i.device_id = $1
           AND NOT EXISTS (SELECT 1 FROM unnest($2::smallint[], $3::uuid[]) n (kind, link_id) WHERE n.kind = i.kind AND n.link_id = i.link_id)",
    )
    .bind(key.device_id)
    .bind(&kinds)
    .bind(&links)
    .execute(&mut *connection)
    .await?;
    let changed = sqlx::query(
        "INSERT INTO desired_items (device_id, project_id, kind, link_id, entity_id, name, hash, body, refused, changed_at)
         SELECT $1, $2, n.kind, n.link_id, n.entity_id, n.name, n.hash, n.body, n.refused, $10
         FROM unnest($3::smallint[], $4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::jsonb[], $9::text[]) n (kind, link_id, entity_id, name, hash, body, refused)
         ON CONFLICT (device_id, kind, link_id) DO UPDATE
             SET entity_id = excluded.entity_id, name = excluded.name, hash = excluded.hash, body = excluded.body, refused = excluded.refused, changed_at = excluded.changed_at
             WHERE (desired_items.hash, desired_items.name, desired_items.entity_id, desired_items.refused)
                 IS DISTINCT FROM (excluded.hash, excluded.name, excluded.entity_id, excluded.refused)",
    )
    .bind(key.device_id)
    .bind(key.project_id)
    .bind(&kinds)
    .bind(&links)
    .bind(&entities)
    .bind(&names)
    .bind(&hashes)
    .bind(&bodies)
    .bind(&refusals)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(gone.rows_affected() + changed.rows_affected() > 0)
}

/// The device holds no items with these ids, as it has confirmed. The rows stay as proof, until the sweep deletes them.
pub(super) async fn set_absent(connection: &mut PgConnection, key: DeviceKey, kind: ItemKind, links: &[Uuid], now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "UPDATE actual_items SET hash = NULL, confirmed_at = $4, error = NULL, error_hash = NULL, error_at = NULL
         WHERE device_id = $1 AND kind = $2 AND link_id = ANY($3)",
    )
    .bind(key.device_id)
    .bind(kind as i16)
    .bind(links)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// The device refused this body; it still holds the body from before, if any.
pub(super) async fn set_refused(
    connection: &mut PgConnection,
    key: DeviceKey,
    kind: ItemKind,
    item: &TaskItem,
    word: &str,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO actual_items (device_id, project_id, kind, link_id, error, error_hash, error_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (device_id, kind, link_id) DO UPDATE SET error = excluded.error, error_hash = excluded.error_hash, error_at = excluded.error_at",
    )
    .bind(key.device_id)
    .bind(key.project_id)
    .bind(kind as i16)
    .bind(item.link_id)
    .bind(word)
    .bind(&item.hash)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Replaces the stored items by those that the device reports. Refusals stay: they concern bodies that the device does not hold.
/// Returns whether the stored items were wrong.
pub(super) async fn replace_actual(
    connection: &mut PgConnection,
    key: DeviceKey,
    kind: ItemKind,
    reported: &[ReportedItem],
    now: OffsetDateTime,
) -> Result<bool> {
    let links: Vec<Uuid> = reported.iter().map(|item| item.link_id).collect();
    let hashes: Vec<&str> = reported.iter().map(|item| item.hash.as_str()).collect();
    let lost = sqlx::query(
        "UPDATE actual_items SET hash = NULL, confirmed_at = $4 WHERE device_id = $1 AND kind = $2 AND hash IS NOT NULL AND link_id <> ALL($3)",
    )
    .bind(key.device_id)
    .bind(kind as i16)
    .bind(&links)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    let found = sqlx::query(
        "INSERT INTO actual_items (device_id, project_id, kind, link_id, hash, confirmed_at)
         SELECT DISTINCT ON (n.link_id) $1, $2, $3, n.link_id, n.hash, $6 FROM unnest($4::uuid[], $5::text[]) n (link_id, hash)
         ON CONFLICT (device_id, kind, link_id) DO UPDATE
             SET hash = excluded.hash, confirmed_at = excluded.confirmed_at WHERE actual_items.hash IS DISTINCT FROM excluded.hash",
    )
    .bind(key.device_id)
    .bind(key.project_id)
    .bind(kind as i16)
    .bind(&links)
    .bind(hashes)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(lost.rows_affected() + found.rows_affected() > 0)
}
