//! Alarms of devices: lists for people, what people do to them, and what their devices make of them.
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, ResourceKind, Scope, action, resource};
use sqlx::types::Json;
use sqlx::{AssertSqlSafe, PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::device::DeviceRow;
use crate::domain::alarm_escalation::{EscalationStep, Recipient};
use crate::domain::device_alarm::{Alarm, AlarmChange, AlarmState, DeviceMoment, SEVERITIES};

pub(super) const COLUMNS: &str =
    "a.id, a.project_id, a.device_id, d.name AS device_name, d.domain_id, g.name AS domain_name, a.code, a.lock_number, a.severity, a.state,
    a.count, a.first_at, a.last_at, a.last_number, a.cleared_at, a.cleared_number, a.created_at, a.taken_by, a.taken_by_name, a.taken_at,
    a.processed_by, a.processed_by_name, a.processed_at, a.comment, a.alerted_at, d.location_latitude, d.location_longitude,
    (SELECT s.path FROM event_snapshots s WHERE s.id = a.snapshot_id AND s.size IS NOT NULL) AS image_path,
    (SELECT x.due_at FROM alarm_escalations x WHERE x.alarm_id = a.id) AS escalates_at";
pub(super) const TABLES: &str = "device_alarms a LEFT JOIN devices d ON d.id = a.device_id LEFT JOIN group_nodes g ON g.id = d.domain_id";

pub static ALARMS: Listing = Listing {
    resource: "device-alarms",
    select: COLUMNS,
    from: TABLES,
    project: "a.project_id",
    key: "a.id",
    columns: &[
        sortable("id", "a.id", Kind::Int),
        sortable("created_at", "a.created_at", Kind::Time),
        sortable("last_at", "a.last_at", Kind::Time),
        sortable("severity", "a.severity", Kind::Choice(SEVERITIES)),
        sortable("state", "a.state", Kind::Choice(AlarmState::CHOICES)),
        sortable("device_id", "a.device_id", Kind::Int),
        column("code", "a.code", Kind::Text),
        column("domain_id", "d.domain_id", Kind::Int),
        related("within_domain_id", "d.domain_id IN (SELECT c.descendant_id FROM group_closure c WHERE c.ancestor_id = {})"),
        column("lock_number", "a.lock_number", Kind::Int),
        column("taken_by_user_id", "a.taken_by", Kind::Int),
        column("processed_by_user_id", "a.processed_by", Kind::Int),
        column("processed_at", "a.processed_at", Kind::Time),
    ],
    default_sort: "-id",
    search: &["d.name", "a.code", "a.comment"],
    // Seen as far as their devices are.
    groups: "d.domain_id IN ({})",
    own: "d.created_by = {}",
    filter: "",
    whole: "",
};

static LOGS: Listing = Listing {
    resource: "device-alarms/logs",
    select: "l.id, l.change, l.user_id, l.user_name, l.comment, l.created_at, l.device_at, l.step, l.means, l.recipients",
    from: "device_alarm_logs l",
    project: "l.project_id",
    key: "l.id",
    columns: &[sortable("id", "l.id", Kind::Int)],
    default_sort: "id",
    search: &[],
    groups: "",
    own: "",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeviceAlarmRow {
    pub id: i64,
    pub project_id: i64,
    pub device_id: i64,
    pub device_name: String,
    pub domain_id: i64,
    pub domain_name: Option<String>,
    pub code: String,
    pub lock_number: i32,
    pub severity: i16,
    pub state: i16,
    pub count: i32,
    pub first_at: OffsetDateTime,
    pub last_at: OffsetDateTime,
    pub last_number: i64,
    pub cleared_at: Option<OffsetDateTime>,
    pub cleared_number: Option<i64>,
    pub created_at: OffsetDateTime,
    pub taken_by: Option<i64>,
    pub taken_by_name: Option<String>,
    pub taken_at: Option<OffsetDateTime>,
    pub processed_by: Option<i64>,
    pub processed_by_name: Option<String>,
    pub processed_at: Option<OffsetDateTime>,
    pub comment: Option<String>,
    /// When people were last notified that it was raised.
    pub alerted_at: Option<OffsetDateTime>,
    pub location_latitude: Option<f64>,
    pub location_longitude: Option<f64>,
    /// Of its image, in the blob store.
    pub image_path: Option<String>,
    pub escalates_at: Option<OffsetDateTime>,
}

impl DeviceAlarmRow {
    pub fn alarm(&self) -> Alarm {
        Alarm {
            state: AlarmState::from_number(self.state).unwrap_or(AlarmState::Processed),
            count: self.count,
            first_at: self.first_at,
            raised: DeviceMoment { number: self.last_number, at: self.last_at },
            cleared: self.cleared_number.zip(self.cleared_at).map(|(number, at)| DeviceMoment { number, at }),
        }
    }
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeviceAlarmLogRow {
    pub id: i64,
    pub change: i16,
    pub user_id: Option<i64>,
    pub user_name: Option<String>,
    pub comment: Option<String>,
    pub created_at: OffsetDateTime,
    pub device_at: Option<OffsetDateTime>,
    /// Of an escalation.
    pub step: Option<i32>,
    pub means: Option<String>,
    pub recipients: Option<Json<Vec<Recipient>>>,
}

pub async fn list<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    query: &ListQuery,
) -> Result<Page<DeviceAlarmRow>> {
    ALARMS.page(connection, proof.project_id(), proof.scope(), query).await
}

/// One that the proof reaches.
pub async fn find<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    id: i64,
) -> Result<Option<DeviceAlarmRow>> {
    let by_id = |sql: &mut QueryBuilder<Postgres>| {
        sql.push(" AND a.id = ").push_bind(id);
    };
    let page: Page<DeviceAlarmRow> = ALARMS.page_where(connection, proof.project_id(), proof.scope(), &ListQuery::default(), by_id).await?;
    Ok(page.items.into_iter().next())
}

/// What happened to an alarm that the caller sees.
pub async fn list_logs(connection: &mut PgConnection, alarm: &DeviceAlarmRow, page: i32, size: i32) -> Result<Page<DeviceAlarmLogRow>> {
    let of_alarm = |sql: &mut QueryBuilder<Postgres>| {
        sql.push(" AND l.alarm_id = ").push_bind(alarm.id);
    };
    let query = ListQuery { page, size, ..ListQuery::default() };
    LOGS.page_where(connection, alarm.project_id, &Scope::everything(), &query, of_alarm).await
}

pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::DeviceAlarm, A>,
    id: i64,
) -> Result<Permitted<DeviceAlarmRow, A>> {
    ALARMS.find_for_update(connection, right, id).await
}

/// By the caller, or by nobody any more.
pub async fn update_taken(
    connection: &mut PgConnection,
    permitted: &Permitted<DeviceAlarmRow, action::Edit>,
    is_taken: bool,
    now: OffsetDateTime,
) -> Result<()> {
    let taker = is_taken.then(|| permitted.caller());
    sqlx::query("UPDATE device_alarms SET taken_by = $3, taken_by_name = $4, taken_at = $5 WHERE project_id = $1 AND id = $2")
        .bind(permitted.project_id())
        .bind(permitted.id)
        .bind(taker.map(|taker| taker.user_id))
        .bind(taker.map(|taker| taker.user_name.as_str()))
        .bind(taker.map(|_| now))
        .execute(connection)
        .await?;
    Ok(())
}

/// By the caller. Whether it was processed before is the caller's to have asked: the row is locked.
pub async fn update_processed(
    connection: &mut PgConnection,
    permitted: &Permitted<DeviceAlarmRow, action::Edit>,
    comment: &str,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE device_alarms SET state = 3, processed_by = $3, processed_by_name = $4, processed_at = $5, comment = $6
         WHERE project_id = $1 AND id = $2",
    )
    .bind(permitted.project_id())
    .bind(permitted.id)
    .bind(permitted.caller().user_id)
    .bind(&permitted.caller().user_name)
    .bind(now)
    .bind(comment)
    .execute(connection)
    .await?;
    Ok(())
}

pub async fn insert_log_of_user<A: ActionKind>(
    connection: &mut PgConnection,
    permitted: &Permitted<DeviceAlarmRow, A>,
    change: AlarmChange,
    comment: Option<&str>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO device_alarm_logs (project_id, alarm_id, change, user_id, user_name, comment, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(permitted.project_id())
    .bind(permitted.id)
    .bind(change as i16)
    .bind(permitted.caller().user_id)
    .bind(&permitted.caller().user_name)
    .bind(comment)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// A line of the log for a step of the escalation. For the platform itself.
pub async fn insert_escalation_log(
    connection: &mut PgConnection,
    alarm: &DeviceAlarmRow,
    step: i32,
    taken: &EscalationStep,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO device_alarm_logs (project_id, alarm_id, change, step, means, recipients, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(alarm.project_id)
    .bind(alarm.id)
    .bind(AlarmChange::Escalated as i16)
    .bind(step)
    .bind(&taken.by)
    .bind(Json(&taken.recipients))
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// With its log.
pub async fn delete(connection: &mut PgConnection, permitted: &Permitted<DeviceAlarmRow, action::Delete>) -> Result<()> {
    let statement = "DELETE FROM device_alarms WHERE project_id = $1 AND id = $2";
    sqlx::query(statement).bind(permitted.project_id()).bind(permitted.id).execute(connection).await?;
    Ok(())
}

/// What raises an alarm: a device, a code, a lock (0 where the device names none).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AlarmCause {
    pub device_id: i64,
    pub lock_number: i32,
    pub code: String,
}

/// The newest alarms of these causes, locked. For the platform itself, which has locked the doors of the causes.
pub async fn find_newest_for_update(connection: &mut PgConnection, causes: &[AlarmCause]) -> Result<Vec<DeviceAlarmRow>> {
    let statement = format!(
        "SELECT {COLUMNS}
         FROM unnest($1::bigint[], $2::int[], $3::text[]) c (device_id, lock_number, code)
         CROSS JOIN LATERAL (
             SELECT n.id FROM device_alarms n WHERE n.device_id = c.device_id AND n.code = c.code AND n.lock_number = c.lock_number
             ORDER BY n.id DESC LIMIT 1) newest
         JOIN device_alarms a ON a.id = newest.id JOIN devices d ON d.id = a.device_id LEFT JOIN group_nodes g ON g.id = d.domain_id
         ORDER BY a.id FOR NO KEY UPDATE OF a"
    );
    Ok(sqlx::query_as(AssertSqlSafe(statement))
        .bind(causes.iter().map(|cause| cause.device_id).collect::<Vec<_>>())
        .bind(causes.iter().map(|cause| cause.lock_number).collect::<Vec<_>>())
        .bind(causes.iter().map(|cause| cause.code.as_str()).collect::<Vec<_>>())
        .fetch_all(connection)
        .await?)
}

/// For the platform itself.
pub async fn find_many(connection: &mut PgConnection, ids: &[i64]) -> Result<Vec<DeviceAlarmRow>> {
    let statement = format!("SELECT {COLUMNS} FROM {TABLES} WHERE a.id = ANY($1)");
    Ok(sqlx::query_as(AssertSqlSafe(statement)).bind(ids).fetch_all(connection).await?)
}

/// An alarm that events have raised. Returns its id. For the platform itself.
pub async fn insert(
    connection: &mut PgConnection,
    project_id: i64,
    cause: &AlarmCause,
    severity: i16,
    alarm: &Alarm,
    now: OffsetDateTime,
) -> Result<i64> {
    Ok(sqlx::query_scalar(
        "INSERT INTO device_alarms (project_id, device_id, code, lock_number, severity, state, count, first_at, last_at, last_number, cleared_at,
             cleared_number, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id",
    )
    .bind(project_id)
    .bind(cause.device_id)
    .bind(&cause.code)
    .bind(cause.lock_number)
    .bind(severity)
    .bind(alarm.state as i16)
    .bind(alarm.count)
    .bind(alarm.first_at)
    .bind(alarm.raised.at)
    .bind(alarm.raised.number)
    .bind(alarm.cleared.map(|cleared| cleared.at))
    .bind(alarm.cleared.map(|cleared| cleared.number))
    .bind(now)
    .fetch_one(connection)
    .await?)
}

/// What events have made of an alarm that is locked. `is_alerted`: people were notified of it as it is. For the platform itself.
pub async fn update_from_events(connection: &mut PgConnection, id: i64, alarm: &Alarm, is_alerted: bool) -> Result<()> {
    sqlx::query(
        "UPDATE device_alarms SET state = $2, count = $3, first_at = $4, last_at = $5, last_number = $6, cleared_at = $7, cleared_number = $8,
             alerted_at = CASE WHEN $9 THEN alerted_at END
         WHERE id = $1",
    )
    .bind(id)
    .bind(alarm.state as i16)
    .bind(alarm.count)
    .bind(alarm.first_at)
    .bind(alarm.raised.at)
    .bind(alarm.raised.number)
    .bind(alarm.cleared.map(|cleared| cleared.at))
    .bind(alarm.cleared.map(|cleared| cleared.number))
    .bind(is_alerted)
    .execute(connection)
    .await?;
    Ok(())
}

/// Alarms of the device that nobody has processed and whose codes are none of `known`. For the platform itself.
pub async fn count_open_of_other_codes(connection: &mut PgConnection, device_id: i64, known: &[&str]) -> Result<i64> {
    let statement = "SELECT count(*) FROM device_alarms WHERE device_id = $1 AND state <> 3 AND code <> ALL($2)";
    Ok(sqlx::query_scalar(statement).bind(device_id).bind(known).fetch_one(connection).await?)
}

/// Ends the alarms of a device that is deleted; nobody is notified of them any more. Returns them.
pub async fn close_of_device(
    connection: &mut PgConnection,
    permitted: &Permitted<DeviceRow, action::Delete>,
    now: OffsetDateTime,
) -> Result<Vec<DeviceAlarmRow>> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "WITH locked AS MATERIALIZED (
             SELECT id FROM device_alarms WHERE project_id = $1 AND device_id = $2 AND state <> 3 ORDER BY id FOR NO KEY UPDATE),
         closed AS (
             UPDATE device_alarms SET state = 3, processed_by = $3, processed_by_name = $4, processed_at = $5
             WHERE id IN (SELECT id FROM locked) RETURNING id),
         ended AS (DELETE FROM alarm_escalations WHERE project_id = $1 AND alarm_id IN (SELECT id FROM closed)),
         logged AS (
             INSERT INTO device_alarm_logs (project_id, alarm_id, change, user_id, user_name, created_at)
             SELECT $1, id, $6, $3, $4, $5 FROM closed ORDER BY id)
         SELECT id FROM closed ORDER BY id",
    )
    .bind(permitted.project_id())
    .bind(permitted.id)
    .bind(permitted.caller().user_id)
    .bind(&permitted.caller().user_name)
    .bind(now)
    .bind(AlarmChange::Processed as i16)
    .fetch_all(&mut *connection)
    .await?;
    if ids.is_empty() { Ok(Vec::new()) } else { find_many(connection, &ids).await }
}

/// A line of the log for what a device did.
#[derive(Clone, Debug)]
pub struct DeviceAlarmLogLine {
    pub project_id: i64,
    pub alarm_id: i64,
    pub change: AlarmChange,
    pub device_at: OffsetDateTime,
}

pub async fn insert_logs(connection: &mut PgConnection, lines: &[DeviceAlarmLogLine], now: OffsetDateTime) -> Result<()> {
    sqlx::query(
        "INSERT INTO device_alarm_logs (project_id, alarm_id, change, device_at, created_at)
         SELECT n.project_id, n.alarm_id, n.change, n.device_at, $5
         FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::timestamptz[]) WITH ORDINALITY n (project_id, alarm_id, change, device_at, place)
         ORDER BY n.place",
    )
    .bind(lines.iter().map(|line| line.project_id).collect::<Vec<_>>())
    .bind(lines.iter().map(|line| line.alarm_id).collect::<Vec<_>>())
    .bind(lines.iter().map(|line| line.change as i16).collect::<Vec<_>>())
    .bind(lines.iter().map(|line| line.device_at).collect::<Vec<_>>())
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}
