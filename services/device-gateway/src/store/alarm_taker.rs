//! Who has taken alarms, and may have some.
use kit::{Error, Result};
use policy::Caller;
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::device_alarm::{COLUMNS, DeviceAlarmRow, TABLES};
use crate::domain::alarm_escalation::{EscalationStep, pause_before};
use crate::domain::device_alarm::AlarmChange;

/// Alarms of a user who is suspended or deleted, locked until the transaction ends.
pub struct AbandonedAlarms {
    project_id: i64,
    rows: Vec<DeviceAlarmRow>,
}

impl AbandonedAlarms {
    pub fn rows(&self) -> &[DeviceAlarmRow] {
        &self.rows
    }
}

/// Refused for a user who was suspended or deleted meanwhile. Nobody is, until the transaction ends: their alarms are given back after it.
pub async fn lock(connection: &mut PgConnection, caller: &Caller) -> Result<()> {
    let is_active: bool = sqlx::query_scalar(
        "INSERT INTO users (id, project_id, version, is_active) VALUES ($1, $2, 0, true)
         ON CONFLICT (id) DO UPDATE SET project_id = users.project_id RETURNING is_active",
    )
    .bind(caller.user_id)
    .bind(caller.project_id)
    .fetch_one(connection)
    .await?;
    if is_active { Ok(()) } else { Err(Error::Forbidden) }
}

/// Those that the user has and nobody has processed. The user is locked.
pub async fn find_abandoned_for_update(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<AbandonedAlarms> {
    let statement =
        format!("SELECT {COLUMNS} FROM {TABLES} WHERE a.project_id = $1 AND a.taken_by = $2 AND a.state <> 3 ORDER BY a.id FOR NO KEY UPDATE OF a");
    let rows = sqlx::query_as(AssertSqlSafe(statement)).bind(project_id).bind(user_id).fetch_all(connection).await?;
    Ok(AbandonedAlarms { project_id, rows })
}

/// Nobody has them any more, as their logs say; the next step of each comes as long after it as after the step before.
pub async fn release(connection: &mut PgConnection, abandoned: &AbandonedAlarms, now: OffsetDateTime) -> Result<()> {
    let ids: Vec<i64> = abandoned.rows.iter().map(|row| row.id).collect();
    sqlx::query("UPDATE device_alarms SET taken_by = NULL, taken_by_name = NULL, taken_at = NULL WHERE project_id = $1 AND id = ANY($2)")
        .bind(abandoned.project_id)
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO device_alarm_logs (project_id, alarm_id, change, created_at) SELECT $1, n.id, $3, $4 FROM unnest($2::bigint[]) n (id) ORDER BY n.id",
    )
    .bind(abandoned.project_id)
    .bind(&ids)
    .bind(AlarmChange::Released as i16)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    resume(connection, abandoned.project_id, &ids, now).await
}

async fn resume(connection: &mut PgConnection, project_id: i64, ids: &[i64], now: OffsetDateTime) -> Result<()> {
    let waiting: Vec<(i64, Json<Vec<EscalationStep>>, i32)> = sqlx::query_as(
        "SELECT alarm_id, steps, next_step FROM alarm_escalations WHERE project_id = $1 AND alarm_id = ANY($2) ORDER BY alarm_id FOR UPDATE",
    )
    .bind(project_id)
    .bind(ids)
    .fetch_all(&mut *connection)
    .await?;
    let due = waiting.iter().filter_map(|(id, steps, next_step)| {
        let pause = pause_before(steps, usize::try_from(*next_step).unwrap_or_default())?;
        Some((*id, now + pause))
    });
    let (ids, due): (Vec<i64>, Vec<OffsetDateTime>) = due.unzip();
    sqlx::query(
        "UPDATE alarm_escalations x SET due_at = n.due_at FROM unnest($2::bigint[], $3::timestamptz[]) n (alarm_id, due_at)
         WHERE x.project_id = $1 AND x.alarm_id = n.alarm_id",
    )
    .bind(project_id)
    .bind(ids)
    .bind(due)
    .execute(connection)
    .await?;
    Ok(())
}
