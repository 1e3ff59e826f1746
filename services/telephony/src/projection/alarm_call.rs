//! Steps of escalations that call people, as calls to be placed.
use kit::Result;
use proto::vestibule::events::v1::DeviceAlarmEscalated;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

/// As steps have it.
const CALL: &str = "call";
/// Who could not be called for so long is not called any more: the next step may have come.
const PLACE_WITHIN: Duration = Duration::minutes(5);
/// Calls of a project that wait or are placed; beyond, steps call nobody.
const MAX_CALLS: i64 = 1_000;

/// Ignores a step that does not call, and one that has its call already.
pub async fn insert(connection: &mut PgConnection, step: &DeviceAlarmEscalated, now: OffsetDateTime) -> Result<()> {
    if step.by != CALL {
        return Ok(());
    }
    let inserted = sqlx::query(
        "INSERT INTO alarm_calls (project_id, alarm_id, step, device_id, device_name, domain_id, domain_name, user_ids, created_at, expires_at,
             claimed_until, traceparent)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $11 WHERE (SELECT count(*) FROM alarm_calls WHERE project_id = $1) < $12
         ON CONFLICT (project_id, alarm_id, step) DO NOTHING",
    )
    .bind(step.project_id)
    .bind(step.alarm_id)
    .bind(step.step)
    .bind(step.device_id)
    .bind(&step.device_name)
    .bind(step.domain_id)
    .bind(&step.domain_name)
    .bind(&step.user_ids)
    .bind(now)
    .bind(now + PLACE_WITHIN)
    .bind(kit::telemetry::traceparent())
    .bind(MAX_CALLS)
    .execute(connection)
    .await?;
    if inserted.rows_affected() == 0 {
        tracing::warn!(project = step.project_id, alarm = step.alarm_id, step = step.step, "a step of an escalation calls nobody");
    }
    Ok(())
}
