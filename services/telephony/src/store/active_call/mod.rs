//! Calls that are up: the replica that keeps a call is the only one that writes its row.
mod list;

use kit::{Result, Tx};
use serde_json::Value;
use time::OffsetDateTime;

pub use list::{CallerInfo, ListedCall, NamedId, is_called_by_device, is_listed, list};

#[derive(Clone, Debug)]
pub struct ActiveCallRow {
    pub id: String,
    pub project_id: i64,
    pub shard: u16,
    pub kind: &'static str,
    pub status: &'static str,
    pub caller: String,
    pub callee: String,
    pub answered_by: Option<String>,
    pub is_sos: bool,
    pub candidates: Vec<String>,
    pub info: Value,
    pub created_at: OffsetDateTime,
}

/// Inserts the row, or updates its status; returns whether it was inserted.
pub async fn upsert(tx: &mut Tx, row: &ActiveCallRow, now: OffsetDateTime) -> Result<bool> {
    let is_new: bool = sqlx::query_scalar(
        "INSERT INTO active_calls (id, project_id, shard, type, status, caller, callee, answered_by, is_sos, candidates, info,
                               created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, answered_by = EXCLUDED.answered_by, updated_at = EXCLUDED.updated_at
         RETURNING xmax = 0",
    )
    .bind(&row.id)
    .bind(row.project_id)
    .bind(i32::from(row.shard))
    .bind(row.kind)
    .bind(row.status)
    .bind(&row.caller)
    .bind(&row.callee)
    .bind(&row.answered_by)
    .bind(row.is_sos)
    .bind(&row.candidates)
    .bind(&row.info)
    .bind(row.created_at)
    .bind(now)
    .fetch_one(&mut **tx)
    .await?;
    Ok(is_new)
}

/// Returns whether it was there.
pub async fn delete(tx: &mut Tx, id: &str) -> Result<bool> {
    Ok(sqlx::query("DELETE FROM active_calls WHERE id = $1").bind(id).execute(&mut **tx).await?.rows_affected() > 0)
}

/// Moves the rows of a replica's earlier process into the history, except those of `resumed` calls; returns how many. Their
/// duration is not known and stays 0. An unanswered call failed with its process, unless it was waiting already. Names are
/// those of now.
pub async fn end_others(tx: &mut Tx, shard: u16, resumed: &[String]) -> Result<u64> {
    let ended = sqlx::query(
        "WITH gone AS (DELETE FROM active_calls WHERE shard = $1 AND id <> ALL($2) RETURNING *),
         named AS (
             SELECT project_id, caller AS number FROM gone UNION SELECT project_id, callee FROM gone
             UNION SELECT project_id, answered_by FROM gone WHERE answered_by IS NOT NULL),
         party AS (
             SELECT n.project_id, n.number, n.name, coalesce(u.id, 0) AS user_id, coalesce(u.name, '') AS user_name,
                 coalesce(d.id, 0) AS device_id, coalesce(d.name, '') AS device_name,
                 coalesce(d.domain_id, n.domain_id) AS domain_id, coalesce(g.name, '') AS domain_name
             FROM named JOIN sip_numbers n USING (project_id, number)
             LEFT JOIN people u ON u.id = n.user_id AND u.project_id = n.project_id AND NOT u.deleted
             LEFT JOIN devices d ON d.id = n.device_id AND d.project_id = n.project_id AND NOT d.deleted
             LEFT JOIN group_nodes g ON g.id = coalesce(d.domain_id, n.domain_id) AND g.project_id = n.project_id AND NOT g.deleted)
         INSERT INTO call_history (
             project_id, speech_id, created_at, status, type, duration, is_sos,
             from_number, from_name, from_user_id, from_user_name, from_device_id, from_device_name, from_domain_id, from_domain_name,
             to_number, to_name, to_user_id, to_user_name, to_device_id, to_device_name, to_domain_id, to_domain_name,
             answered_number, answered_name, answered_user_id, answered_user_name)
         SELECT s.project_id, s.id, s.created_at,
             CASE WHEN s.answered_by IS NOT NULL THEN 'answered' WHEN s.status = 'waiting' THEN 'noanswer' ELSE 'failed' END, s.type, 0, s.is_sos,
             s.caller, coalesce(f.name, ''), coalesce(f.user_id, 0), coalesce(f.user_name, ''), coalesce(f.device_id, 0),
             coalesce(f.device_name, ''), coalesce(f.domain_id, 0), coalesce(f.domain_name, ''),
             s.callee, coalesce(t.name, ''), coalesce(t.user_id, 0), coalesce(t.user_name, ''), coalesce(t.device_id, 0),
             coalesce(t.device_name, ''), coalesce(t.domain_id, 0), coalesce(t.domain_name, ''),
             coalesce(s.answered_by, ''), coalesce(a.name, ''), coalesce(a.user_id, 0), coalesce(a.user_name, '')
         FROM gone s
         LEFT JOIN party f ON f.project_id = s.project_id AND f.number = s.caller
         LEFT JOIN party t ON t.project_id = s.project_id AND t.number = s.callee
         LEFT JOIN party a ON a.project_id = s.project_id AND a.number = s.answered_by
         ON CONFLICT (speech_id) DO NOTHING",
    )
    .bind(i32::from(shard))
    .bind(resumed)
    .execute(&mut **tx)
    .await?;
    Ok(ended.rows_affected())
}
