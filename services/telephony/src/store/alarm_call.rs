//! Calls that are to be placed because of alarms. A process claims one, renews its claim while phones ring, and deletes the call when it
//! is over; the claim of a process that was killed ends by itself, and another process places the call.
use kit::{Database, Result};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How long a claim holds that is not renewed.
const CLAIM_TTL: Duration = Duration::seconds(15);
/// How often a call is placed whose processes end while they place it.
const MAX_ATTEMPTS: i32 = 5;
/// Calls of a project that are placed at the same time, about: nobody answers twenty calls of a storm of alarms.
const MAX_OF_PROJECT: i64 = 5;
/// Numbers of a person that ring.
const MAX_NUMBERS: i64 = 5;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ClaimedAlarmCall {
    pub id: i64,
    pub project_id: i64,
    pub alarm_id: i64,
    pub device_id: i64,
    pub device_name: String,
    pub domain_id: i64,
    pub domain_name: String,
    pub user_ids: Vec<i64>,
    pub created_at: OffsetDateTime,
    pub claim: Uuid,
    pub traceparent: Option<String>,
}

/// A person whom a step of an escalation names, as the projections know them.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
pub struct AlarmCallPerson {
    pub user_id: i64,
    pub user_name: String,
    /// Codes of the role's permissions.
    pub permissions: Vec<String>,
    pub domain_ids: Vec<i64>,
    /// Those that are switched on.
    pub numbers: Vec<String>,
}

/// The one that has waited longest, of a project that has not too many.
pub async fn claim(database: &Database, now: OffsetDateTime) -> Result<Option<ClaimedAlarmCall>> {
    let mut tx = database.system().await?;
    let claimed = sqlx::query_as(
        "WITH due AS (
             SELECT a.id FROM alarm_calls a WHERE a.claimed_until <= $1 AND a.expires_at > $1 AND a.attempts < $2
                 AND (SELECT count(*) FROM alarm_calls o WHERE o.project_id = a.project_id AND o.claim IS NOT NULL AND o.claimed_until > $1) < $3
             ORDER BY a.id LIMIT 1 FOR UPDATE OF a SKIP LOCKED
         )
         UPDATE alarm_calls a SET claim = $4, claimed_until = $5, attempts = a.attempts + 1 FROM due WHERE a.id = due.id
         RETURNING a.id, a.project_id, a.alarm_id, a.device_id, a.device_name, a.domain_id, a.domain_name, a.user_ids, a.created_at, a.claim,
             a.traceparent",
    )
    .bind(now)
    .bind(MAX_ATTEMPTS)
    .bind(MAX_OF_PROJECT)
    .bind(Uuid::new_v4())
    .bind(now + CLAIM_TTL)
    .fetch_optional(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(claimed)
}

/// False: the claim has ended, and the call is another process's.
pub async fn renew(database: &Database, call: &ClaimedAlarmCall, now: OffsetDateTime) -> Result<bool> {
    let mut tx = database.tenant(call.project_id).await?;
    let renewed = sqlx::query("UPDATE alarm_calls SET claimed_until = $3 WHERE id = $1 AND claim = $2")
        .bind(call.id)
        .bind(call.claim)
        .bind(now + CLAIM_TTL)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(renewed.rows_affected() == 1)
}

/// Nobody was rung, or the process ends: any process may claim the call from `at` on.
pub async fn release(database: &Database, call: &ClaimedAlarmCall, at: OffsetDateTime) -> Result<()> {
    let mut tx = database.tenant(call.project_id).await?;
    sqlx::query("UPDATE alarm_calls SET claim = NULL, claimed_until = $3, attempts = attempts - 1 WHERE id = $1 AND claim = $2")
        .bind(call.id)
        .bind(call.claim)
        .bind(at)
        .execute(&mut *tx)
        .await?;
    Ok(tx.commit().await?)
}

/// The call is over.
pub async fn delete(database: &Database, call: &ClaimedAlarmCall) -> Result<()> {
    let mut tx = database.tenant(call.project_id).await?;
    sqlx::query("DELETE FROM alarm_calls WHERE id = $1 AND claim = $2").bind(call.id).bind(call.claim).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}

/// Calls that nobody could place in time.
pub async fn delete_expired(database: &Database, now: OffsetDateTime) -> Result<u64> {
    let mut tx = database.system().await?;
    let deleted = sqlx::query("DELETE FROM alarm_calls WHERE claimed_until <= $1 AND (expires_at <= $1 OR attempts >= $2)")
        .bind(now)
        .bind(MAX_ATTEMPTS)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(deleted.rows_affected())
}

/// Those of the users who are there, with the numbers that ring; none where the project has no calls at all.
pub async fn people(connection: &mut PgConnection, project_id: i64, user_ids: &[i64]) -> Result<Vec<AlarmCallPerson>> {
    if !super::routing::is_open(connection, project_id).await? {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(
        "SELECT u.id AS user_id, u.name AS user_name, coalesce(r.permissions, '{}') AS permissions,
             ARRAY(SELECT g.group_id FROM person_groups g WHERE g.user_id = u.id ORDER BY 1) AS domain_ids,
             ARRAY(SELECT n.number FROM sip_numbers n WHERE n.project_id = u.project_id AND n.user_id = u.id AND n.is_active
                       AND NOT EXISTS (SELECT 1 FROM license_suspended x WHERE x.item_id = n.id)
                   ORDER BY length(n.number), n.number LIMIT $3) AS numbers
         FROM people u LEFT JOIN roles r ON r.id = u.role_id AND r.project_id = u.project_id
         WHERE u.project_id = $1 AND u.id = ANY($2) AND u.is_active AND NOT u.deleted ORDER BY u.id",
    )
    .bind(project_id)
    .bind(user_ids)
    .bind(MAX_NUMBERS)
    .fetch_all(connection)
    .await?)
}

/// en or ru.
pub async fn locale(connection: &mut PgConnection, project_id: i64) -> Result<String> {
    let locale = sqlx::query_scalar("SELECT locale FROM projects WHERE project_id = $1").bind(project_id).fetch_optional(connection).await?;
    Ok(locale.unwrap_or_default())
}
