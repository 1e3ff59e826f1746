//! Alarms that wait for somebody, and the steps of their escalation.
use kit::Result;
use kit::listing::Permitted;
use policy::action;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use super::device_alarm::DeviceAlarmRow;
use crate::domain::alarm_escalation::{EscalationStep, pause_before};
use crate::domain::device_alarm::AlarmChange;

/// An alarm whose next step is due. It and the alarm are locked.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DueEscalationRow {
    pub alarm_id: i64,
    pub steps: Json<Vec<EscalationStep>>,
    pub next_step: i32,
    pub due_at: OffsetDateTime,
}

/// For alarms of which people are notified just now, and which are locked: the steps of the nearest group that has some. Steps that are
/// under way go on; those that were all taken begin anew. Nobody else is notified while somebody has the alarm; who took it before
/// `taken_before` has it no longer: returns those alarms. For the platform itself.
pub async fn start(connection: &mut PgConnection, alarm_ids: &[i64], taken_before: OffsetDateTime, now: OffsetDateTime) -> Result<Vec<i64>> {
    let released = set_alerted(connection, alarm_ids, taken_before, now).await?;
    sqlx::query(
        "INSERT INTO alarm_escalations (alarm_id, project_id, steps, due_at)
         SELECT a.id, a.project_id, s.steps,
             CASE WHEN a.taken_by IS NULL THEN $2::timestamptz + make_interval(secs => (s.steps -> 0 ->> 'after_seconds')::int) END
         FROM device_alarms a JOIN devices d ON d.id = a.device_id
         CROSS JOIN LATERAL (
             SELECT s.steps FROM group_closure c JOIN alarm_escalation_settings s ON s.project_id = a.project_id AND s.group_id = c.ancestor_id
             WHERE c.descendant_id = d.domain_id AND jsonb_array_length(s.steps) > 0 ORDER BY c.depth LIMIT 1) s
         WHERE a.id = ANY($1)
         ON CONFLICT (alarm_id) DO UPDATE SET steps = excluded.steps, next_step = 0, due_at = excluded.due_at WHERE alarm_escalations.due_at IS NULL",
    )
    .bind(alarm_ids)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(released)
}

/// Who took one before `taken_before` did not take what has happened since, and has it no longer, as the log says: returns those alarms.
async fn set_alerted(connection: &mut PgConnection, ids: &[i64], taken_before: OffsetDateTime, now: OffsetDateTime) -> Result<Vec<i64>> {
    sqlx::query("UPDATE device_alarms SET alerted_at = $2 WHERE id = ANY($1)").bind(ids).bind(now).execute(&mut *connection).await?;
    Ok(sqlx::query_scalar(
        "WITH released AS (
             UPDATE device_alarms SET taken_by = NULL, taken_by_name = NULL, taken_at = NULL WHERE id = ANY($1) AND taken_at < $2 RETURNING id, project_id),
         logged AS (
             INSERT INTO device_alarm_logs (project_id, alarm_id, change, created_at) SELECT project_id, id, $3, $4 FROM released ORDER BY id)
         SELECT id FROM released ORDER BY id",
    )
    .bind(ids)
    .bind(taken_before)
    .bind(AlarmChange::Released as i16)
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// Those whose next step is due, locked. An alarm that somebody takes at this moment is passed over. For the platform itself.
pub async fn list_due_for_update(connection: &mut PgConnection, now: OffsetDateTime, limit: i64) -> Result<Vec<DueEscalationRow>> {
    Ok(sqlx::query_as(
        "SELECT x.alarm_id, x.steps, x.next_step, x.due_at FROM alarm_escalations x JOIN device_alarms a ON a.id = x.alarm_id
         WHERE x.due_at <= $1 AND a.state <> 3 AND a.taken_by IS NULL AND NOT EXISTS (SELECT 1 FROM devices d WHERE d.id = a.device_id AND d.deleted)
         ORDER BY x.due_at LIMIT $2 FOR NO KEY UPDATE OF x, a SKIP LOCKED",
    )
    .bind(now)
    .bind(limit)
    .fetch_all(connection)
    .await?)
}

/// `due_at`: of the next step; None after the last. For the platform itself.
pub async fn advance(connection: &mut PgConnection, row: &DueEscalationRow, due_at: Option<OffsetDateTime>) -> Result<()> {
    let statement = "UPDATE alarm_escalations SET next_step = next_step + 1, due_at = $2 WHERE alarm_id = $1";
    sqlx::query(statement).bind(row.alarm_id).bind(due_at).execute(connection).await?;
    Ok(())
}

/// Somebody has taken the alarm: nobody else is notified.
pub async fn pause(connection: &mut PgConnection, permitted: &Permitted<DeviceAlarmRow, action::Edit>) -> Result<()> {
    let statement = "UPDATE alarm_escalations SET due_at = NULL WHERE project_id = $1 AND alarm_id = $2";
    sqlx::query(statement).bind(permitted.project_id()).bind(permitted.id).execute(connection).await?;
    Ok(())
}

/// The alarm was released: the next step comes as long after it as after the step before.
pub async fn resume(connection: &mut PgConnection, permitted: &Permitted<DeviceAlarmRow, action::Edit>, now: OffsetDateTime) -> Result<()> {
    let row: Option<(Json<Vec<EscalationStep>>, i32)> =
        sqlx::query_as("SELECT steps, next_step FROM alarm_escalations WHERE project_id = $1 AND alarm_id = $2 FOR UPDATE")
            .bind(permitted.project_id())
            .bind(permitted.id)
            .fetch_optional(&mut *connection)
            .await?;
    let Some((steps, next_step)) = row else { return Ok(()) };
    let Some(pause) = pause_before(&steps, usize::try_from(next_step).unwrap_or_default()) else { return Ok(()) };
    let statement = "UPDATE alarm_escalations SET due_at = $3 WHERE project_id = $1 AND alarm_id = $2";
    sqlx::query(statement).bind(permitted.project_id()).bind(permitted.id).bind(now + pause).execute(connection).await?;
    Ok(())
}

/// The alarm was processed.
pub async fn delete(connection: &mut PgConnection, permitted: &Permitted<DeviceAlarmRow, action::Edit>) -> Result<()> {
    let statement = "DELETE FROM alarm_escalations WHERE project_id = $1 AND alarm_id = $2";
    sqlx::query(statement).bind(permitted.project_id()).bind(permitted.id).execute(connection).await?;
    Ok(())
}
