//! Moves of a project's devices to another broker.
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::broker_rollout::is_under_way;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct BrokerRolloutRow {
    pub project_id: i64,
    pub broker_id: Option<i64>,
    pub state: i16,
    pub step: i16,
    pub url: Option<String>,
    pub error: Option<String>,
    pub user_name: String,
    pub started_at: OffsetDateTime,
    pub ended_at: Option<OffsetDateTime>,
    pub devices: i64,
    pub sent: i64,
    pub moved: i64,
    pub failed: i64,
}

/// The last one of the project.
pub async fn find(connection: &mut PgConnection, project_id: i64) -> Result<Option<BrokerRolloutRow>> {
    Ok(sqlx::query_as(
        "SELECT r.project_id, r.broker_id, r.state, r.step, b.url, r.error, r.user_name, r.started_at, r.ended_at,
             (SELECT count(*) FROM devices d WHERE d.project_id = r.project_id AND d.protocol = 2 AND NOT d.deleted) AS devices,
             m.sent, m.moved, m.failed
         FROM broker_rollouts r LEFT JOIN project_brokers b ON b.id = r.broker_id,
             LATERAL (SELECT count(*) AS sent, count(*) FILTER (WHERE outcome = 2) AS moved, count(*) FILTER (WHERE outcome = 3) AS failed
                      FROM broker_moves WHERE project_id = r.project_id) m
         WHERE r.project_id = $1",
    )
    .bind(project_id)
    .fetch_optional(connection)
    .await?)
}

/// Begins a move in place of an earlier one, which must have ended or has not sent anything to any device. `broker_id`: None for the
/// installation's. Devices of which nobody knows whether they moved are looked for at the earlier broker, too.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::ProjectSettings, action::Edit>,
    broker_id: Option<i64>,
    now: OffsetDateTime,
) -> Result<()> {
    let earlier: Option<(i16, i16)> = sqlx::query_as("SELECT state, step FROM broker_rollouts WHERE project_id = $1 FOR UPDATE")
        .bind(right.project_id())
        .fetch_optional(&mut *connection)
        .await?;
    // By a statement of its own, which sees what was sent while this one waited for the row.
    let has_moves: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM broker_moves WHERE project_id = $1)")
        .bind(right.project_id())
        .fetch_one(&mut *connection)
        .await?;
    let may_begin = earlier.is_some_and(|(state, step)| !is_under_way(state, step, has_moves));
    let begun = sqlx::query(
        "INSERT INTO broker_rollouts (project_id, broker_id, state, step, user_id, user_name, started_at) VALUES ($1, $2, 1, 1, $3, $4, $5)
         ON CONFLICT (project_id) DO UPDATE SET broker_id = excluded.broker_id, state = 1, step = 1, step_started_at = NULL, error = NULL,
             user_id = excluded.user_id, user_name = excluded.user_name, started_at = excluded.started_at, ended_at = NULL
         WHERE broker_rollouts.state <> 1 OR $6",
    )
    .bind(right.project_id())
    .bind(broker_id)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .bind(may_begin)
    .execute(&mut *connection)
    .await?;
    if begun.rows_affected() == 0 {
        return Err(Error::conflict("action prohibited"));
    }
    sqlx::query(
        "INSERT INTO possible_brokers (device_id, broker_id, project_id, since)
         SELECT device_id, broker_id, project_id, $2 FROM broker_moves WHERE project_id = $1 AND outcome <> 2 AND broker_id IS NOT NULL
         ON CONFLICT (device_id, broker_id) DO UPDATE SET since = excluded.since",
    )
    .bind(right.project_id())
    .bind(now)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM broker_moves WHERE project_id = $1").bind(right.project_id()).execute(connection).await?;
    Ok(())
}
