//! Lockdowns, from the runs of emergency alerts.
use kit::Result;
use proto::vestibule::events::v1::AlertRunChanged;
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Whether it begins or ends a lockdown: false for a snapshot that is not newer, and for the end of one that was not here.
pub async fn project(connection: &mut PgConnection, run: &AlertRunChanged) -> Result<bool> {
    let is_active = run.status == "running";
    let was_active: Option<bool> = sqlx::query_scalar("SELECT is_active FROM lockdowns WHERE project_id = $1 AND run_id = $2 FOR UPDATE")
        .bind(run.project_id)
        .bind(run.id)
        .fetch_optional(&mut *connection)
        .await?;
    let stored = sqlx::query(
        "INSERT INTO lockdowns AS l (run_id, project_id, version, is_active, group_ids, device_ids, pass_group_ids, ends_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (run_id) DO UPDATE SET version = excluded.version, is_active = l.is_active AND excluded.is_active
             WHERE l.version < excluded.version AND l.project_id = excluded.project_id",
    )
    .bind(run.id)
    .bind(run.project_id)
    .bind(run.version)
    .bind(is_active)
    .bind(&run.domain_ids)
    .bind(&run.device_ids)
    .bind(&run.pass_domain_ids)
    .bind(run.ends_at.as_ref().and_then(kit::clock::from_proto))
    .execute(connection)
    .await?;
    Ok(stored.rows_affected() == 1 && was_active.unwrap_or(false) != is_active)
}

/// Adds devices that are now what a lockdown is about: those of its groups, and of the groups below, and those that it names. A
/// lockdown is locked meanwhile, so that its end names what was added. `devices`: None for all of the project. Returns run and
/// device of each that was added.
pub async fn add_devices(connection: &mut PgConnection, project_id: i64, devices: Option<&[i64]>) -> Result<Vec<(i64, i64)>> {
    let active: Vec<i64> = sqlx::query_scalar("SELECT run_id FROM lockdowns WHERE project_id = $1 AND is_active ORDER BY run_id FOR SHARE")
        .bind(project_id)
        .fetch_all(&mut *connection)
        .await?;
    if active.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(
        "INSERT INTO lockdown_devices (run_id, device_id, project_id)
         SELECT l.run_id, d.id, l.project_id FROM lockdowns l JOIN doors d ON d.project_id = l.project_id AND NOT d.deleted AND d.locks > 0
             AND (d.id = ANY(l.device_ids) OR d.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = ANY(l.group_ids)))
         WHERE l.project_id = $1 AND l.run_id = ANY($2) AND ($3::bigint[] IS NULL OR d.id = ANY($3))
         ON CONFLICT DO NOTHING RETURNING run_id, device_id",
    )
    .bind(project_id)
    .bind(&active)
    .bind(devices)
    .fetch_all(connection)
    .await?)
}

/// Ends the lockdowns whose time is over. Returns project and run of each.
pub async fn end_due(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<(i64, i64)>> {
    Ok(sqlx::query_as(
        "UPDATE lockdowns SET is_active = false WHERE run_id IN (
             SELECT run_id FROM lockdowns WHERE is_active AND ends_at <= $1 ORDER BY ends_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING project_id, run_id",
    )
    .bind(now)
    .bind(limit)
    .fetch_all(connection)
    .await?)
}
