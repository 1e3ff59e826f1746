//! Tasks: lists for people, and their way for the workers.
use kit::listing::Permitted;
use kit::listing::{Kind as ColumnKind, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, ResourceKind, action, resource};
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::device_sync::{self, PendingWork};
use super::item::{self, DeviceKey};
use crate::domain::task::{PlannedTask, TaskItem, TaskKind, TaskStatus, TaskStep};

const COLUMNS: &str = "t.id, t.project_id, t.device_id, d.name AS device_name, d.domain_id, t.kind, t.status, t.items_count, t.attempts, t.error,
    t.version, t.created_at, t.updated_at, t.started_at, t.finished_at, t.next_attempt_at";
const TABLES: &str = "tasks t LEFT JOIN devices d ON d.id = t.device_id";

pub static TASKS: Listing = Listing {
    resource: "device-tasks",
    select: COLUMNS,
    from: TABLES,
    project: "t.project_id",
    key: "t.id",
    columns: &[
        sortable("id", "t.id", ColumnKind::Int),
        sortable("device_id", "t.device_id", ColumnKind::Int),
        sortable("kind", "t.kind", ColumnKind::Text),
        sortable("status", "t.status", ColumnKind::Choice(TaskStatus::CHOICES)),
        sortable("created_at", "t.created_at", ColumnKind::Time),
        sortable("updated_at", "t.updated_at", ColumnKind::Time),
    ],
    default_sort: "-id",
    search: &["t.kind", "t.error"],
    groups: "d.domain_id IN ({})",
    own: "d.created_by = {}",
    filter: "",
    whole: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TaskRow {
    pub id: i64,
    pub project_id: i64,
    pub device_id: i64,
    pub device_name: String,
    pub domain_id: i64,
    pub kind: String,
    pub status: i16,
    pub items_count: i32,
    pub attempts: i32,
    pub error: Option<String>,
    pub version: i64,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub started_at: Option<OffsetDateTime>,
    pub finished_at: Option<OffsetDateTime>,
    pub next_attempt_at: Option<OffsetDateTime>,
}

pub async fn list<R: ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    proof: &Authorized<R, A>,
    query: &ListQuery,
) -> Result<Page<TaskRow>> {
    TASKS.page(connection, proof.project_id(), proof.scope(), query).await
}

pub async fn find<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, id: i64) -> Result<Option<TaskRow>> {
    let mut sql = QueryBuilder::<Postgres>::new("SELECT ");
    sql.push(COLUMNS).push(" FROM ").push(TABLES).push(" WHERE t.project_id = ").push_bind(proof.project_id()).push(" AND t.id = ").push_bind(id);
    TASKS.push_scope(&mut sql, proof.scope());
    Ok(sql.build_query_as().fetch_optional(connection).await?)
}

/// A task whose status has changed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TaskChange {
    pub id: i64,
    pub device_id: i64,
    pub kind: String,
    pub status: i16,
}

/// What is stored with a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct StepDetails<'a> {
    pub error: Option<&'a str>,
    pub next_attempt_at: Option<OffsetDateTime>,
}

/// Takes the step for those of the tasks for which the table of states allows it. Tasks are locked in the order of their ids.
pub async fn advance(
    connection: &mut PgConnection,
    ids: &[i64],
    step: TaskStep,
    note: StepDetails<'_>,
    now: OffsetDateTime,
) -> Result<Vec<TaskChange>> {
    let target = step.target();
    Ok(sqlx::query_as(
        "WITH locked AS MATERIALIZED (SELECT id FROM tasks WHERE id = ANY($1) AND status = ANY($2) ORDER BY id FOR NO KEY UPDATE)
         UPDATE tasks t SET status = $3, updated_at = $4, next_attempt_at = $5, error = CASE WHEN $6 THEN $7 ELSE error END,
             started_at = CASE WHEN $3 = 3 THEN $4 ELSE started_at END, finished_at = CASE WHEN $8 THEN $4 END,
             attempts = CASE WHEN $3 = 3 THEN attempts + 1 WHEN $9 THEN 0 ELSE attempts END
         FROM locked WHERE t.id = locked.id RETURNING t.id, t.device_id, t.kind, t.status",
    )
    .bind(ids)
    .bind(status_numbers(step.sources()))
    .bind(target as i16)
    .bind(now)
    .bind(note.next_attempt_at)
    .bind(note.error.is_some() || matches!(step, TaskStep::Restart | TaskStep::Complete))
    .bind(note.error)
    .bind(target.is_finished())
    .bind(step == TaskStep::Restart)
    .fetch_all(connection)
    .await?)
}

/// Stops tasks of a device that newer ones replace. The result of those that were sent is unknown: their items are marked as
/// uncertain, and the device is read before it is sent anything else. The second value says whether there were such tasks.
pub async fn overtake(connection: &mut PgConnection, key: DeviceKey, ids: &[i64], now: OffsetDateTime) -> Result<(Vec<TaskChange>, bool)> {
    let changes = advance(connection, ids, TaskStep::Stop, StepDetails::default(), now).await?;
    let sent: Vec<(String, Json<Vec<TaskItem>>)> =
        sqlx::query_as("SELECT kind, items FROM tasks WHERE id = ANY($1) AND started_at IS NOT NULL AND kind = ANY($2)")
            .bind(ids)
            .bind(ordered_kinds())
            .fetch_all(&mut *connection)
            .await?;
    if !sent.is_empty() {
        device_sync::enqueue(connection, &[key.device_id], PendingWork::READ, now).await?;
    }
    for (kind, items) in &sent {
        if let Some(kind) = TaskKind::parse(kind).and_then(TaskKind::item_kind) {
            item::mark_uncertain(connection, key, kind, items).await?;
        }
    }
    Ok((changes, !sent.is_empty()))
}

/// Reconciles the open tasks of a device with its status. Offline, they wait; online, they are queued, unless they pause. A
/// task that is still "started" was left by a worker that is gone.
pub async fn reconcile_with_status(connection: &mut PgConnection, device_id: i64, is_online: bool, now: OffsetDateTime) -> Result<Vec<TaskChange>> {
    let waiting: Vec<i64> = match is_online {
        true => open_ids(connection, device_id, &[TaskStatus::Started], now).await?,
        false => open_ids(connection, device_id, TaskStep::Wait.sources(), now).await?,
    };
    if is_online && !waiting.is_empty() {
        // Those that are queued below may be older.
        lock_unfinished(connection, device_id).await?;
    }
    let mut changes = advance(connection, &waiting, TaskStep::Wait, StepDetails::default(), now).await?;
    if is_online {
        let due = open_ids(connection, device_id, TaskStep::Queue.sources(), now).await?;
        changes.extend(advance(connection, &due, TaskStep::Queue, StepDetails::default(), now).await?);
    }
    Ok(changes)
}

/// The devices have come back: pauses end, and attempts are counted anew. Only for a change of the network they are not,
/// because it is sent once. Tasks are locked in the order of their ids.
pub async fn end_pauses(connection: &mut PgConnection, device_ids: &[i64]) -> Result<()> {
    sqlx::query(
        "WITH locked AS MATERIALIZED (SELECT id FROM tasks WHERE device_id = ANY($1) AND status = 4 ORDER BY id FOR NO KEY UPDATE)
         UPDATE tasks t SET next_attempt_at = NULL, attempts = CASE WHEN kind = $2 THEN attempts ELSE 0 END FROM locked WHERE t.id = locked.id",
    )
    .bind(device_ids)
    .bind(TaskKind::Network.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

async fn open_ids(connection: &mut PgConnection, device_id: i64, statuses: &[TaskStatus], now: OffsetDateTime) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT id FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4, 6) AND status = ANY($2) AND (next_attempt_at IS NULL OR next_attempt_at <= $3) ORDER BY id",
    )
    .bind(device_id)
    .bind(status_numbers(statuses))
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// The next task that may be sent, and when the first pause ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueFront {
    pub task: Option<i64>,
    pub next_attempt_at: Option<OffsetDateTime>,
}

/// Tasks that change the list go strictly in order: while the first of them pauses, the others wait. Settings wait
/// for nothing but themselves.
pub async fn front(connection: &mut PgConnection, device_id: i64) -> Result<QueueFront> {
    let known: Vec<&str> = TaskKind::ALL.into_iter().map(TaskKind::as_str).collect();
    let rows: Vec<(i64, String, i16, Option<OffsetDateTime>)> = sqlx::query_as(
        "(SELECT id, kind, status, next_attempt_at FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4) AND kind = ANY($2) ORDER BY id LIMIT 1)
         UNION ALL
         (SELECT id, kind, status, next_attempt_at FROM tasks
          WHERE device_id = $1 AND status IN (1, 2, 3, 4) AND kind <> ALL($2) AND kind = ANY($3) ORDER BY id LIMIT 20)",
    )
    .bind(device_id)
    .bind(ordered_kinds())
    .bind(known)
    .fetch_all(connection)
    .await?;
    let queued = rows.iter().filter(|(_, _, status, _)| *status == TaskStatus::Queued as i16);
    // Hundreds of apartments take their time: a revocation does not wait for them.
    let task = queued.min_by_key(|(id, kind, _, _)| (kind == TaskKind::Forwards.as_str(), *id)).map(|(id, _, _, _)| *id);
    Ok(QueueFront { task, next_attempt_at: rows.iter().filter_map(|(_, _, _, at)| *at).min() })
}

/// A task as its worker sends it.
#[derive(Clone, Debug)]
pub struct StartedTask {
    pub id: i64,
    pub kind: TaskKind,
    pub items: Vec<TaskItem>,
    pub attempts: i32,
}

/// Marks a task as started. None when it is not queued any more.
pub async fn start(connection: &mut PgConnection, id: i64, now: OffsetDateTime) -> Result<Option<(StartedTask, Vec<TaskChange>)>> {
    let changes = advance(connection, &[id], TaskStep::Start, StepDetails::default(), now).await?;
    if changes.is_empty() {
        return Ok(None);
    }
    let (kind, items, attempts): (String, Json<Vec<TaskItem>>, i32) =
        sqlx::query_as("SELECT kind, items, attempts FROM tasks WHERE id = $1").bind(id).fetch_one(connection).await?;
    let kind = TaskKind::parse(&kind).ok_or_else(|| kit::Error::internal(anyhow::anyhow!("task {id} has the unknown kind {kind}")))?;
    Ok(Some((StartedTask { id, kind, items: items.0, attempts }, changes)))
}

/// Open and failed tasks of the list, with their items.
pub async fn list_unfinished_list_tasks(connection: &mut PgConnection, device_id: i64) -> Result<Vec<(i64, TaskStatus, PlannedTask)>> {
    let rows: Vec<(i64, i16, String, Json<Vec<TaskItem>>)> =
        sqlx::query_as("SELECT id, status, kind, items FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4, 6) AND kind = ANY($2) ORDER BY id")
            .bind(device_id)
            .bind(list_kinds())
            .fetch_all(connection)
            .await?;
    let task = |(id, status, kind, items): (i64, i16, String, Json<Vec<TaskItem>>)| {
        Some((id, TaskStatus::from_number(status)?, PlannedTask { kind: TaskKind::parse(&kind)?, items: items.0 }))
    };
    Ok(rows.into_iter().filter_map(task).collect())
}

/// Whether a task of this kind has not been sent yet.
pub async fn has_waiting(connection: &mut PgConnection, device_id: i64, kind: TaskKind) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM tasks WHERE device_id = $1 AND status IN (1, 2, 4) AND kind = $2)")
        .bind(device_id)
        .bind(kind.as_str())
        .fetch_one(connection)
        .await?)
}

/// Whether something is to be sent to the device.
pub async fn has_open(connection: &mut PgConnection, device_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4))")
        .bind(device_id)
        .fetch_one(connection)
        .await?)
}

/// Whether there are such tasks.
pub async fn has_unfinished_list_tasks(connection: &mut PgConnection, device_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4, 6) AND kind = ANY($2))")
        .bind(device_id)
        .bind(list_kinds())
        .fetch_one(connection)
        .await?)
}

pub async fn insert(
    connection: &mut PgConnection,
    key: DeviceKey,
    works: &[PlannedTask],
    version: i64,
    now: OffsetDateTime,
) -> Result<Vec<TaskChange>> {
    let kinds: Vec<&str> = works.iter().map(|work| work.kind.as_str()).collect();
    let items: Vec<Json<&Vec<TaskItem>>> = works.iter().map(|work| Json(&work.items)).collect();
    let counts: Vec<i32> = works.iter().map(|work| work.items.len() as i32).collect();
    Ok(sqlx::query_as(
        "INSERT INTO tasks (project_id, device_id, kind, status, items, items_count, version, created_at, updated_at)
         SELECT $1, $2, w.kind, 1, w.items, w.items_count, $6, $7, $7
         FROM unnest($3::text[], $4::jsonb[], $5::int[]) WITH ORDINALITY w (kind, items, items_count, place) ORDER BY w.place
         RETURNING id, device_id, kind, status",
    )
    .bind(key.project_id)
    .bind(key.device_id)
    .bind(kinds)
    .bind(items)
    .bind(counts)
    .bind(version)
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// Locks the tasks of a device that may still be changed, before its row of `device_sync`.
pub async fn lock_unfinished(connection: &mut PgConnection, device_id: i64) -> Result<()> {
    sqlx::query("SELECT id FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4, 6) ORDER BY id FOR NO KEY UPDATE")
        .bind(device_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Locks the devices of tasks, in the order of their ids: whoever locks tasks of several devices has locked these before.
pub async fn lock_devices(connection: &mut PgConnection, right: &Authorized<resource::DeviceTask, action::Delete>, ids: &[i64]) -> Result<()> {
    let statement = "SELECT id FROM devices WHERE project_id = $1 AND id IN (SELECT device_id FROM tasks WHERE project_id = $1 AND id = ANY($2))
         ORDER BY id FOR NO KEY UPDATE";
    sqlx::query(statement).bind(right.project_id()).bind(ids).execute(connection).await?;
    Ok(())
}

/// Open tasks of these kinds, which new tasks replace.
pub async fn open_of_kinds(connection: &mut PgConnection, device_id: i64, kinds: &[TaskKind]) -> Result<Vec<i64>> {
    let words: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
    Ok(sqlx::query_scalar("SELECT id FROM tasks WHERE device_id = $1 AND status IN (1, 2, 4, 6) AND kind = ANY($2) ORDER BY id")
        .bind(device_id)
        .bind(words)
        .fetch_all(connection)
        .await?)
}

pub async fn failed_ids(connection: &mut PgConnection, device_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM tasks WHERE device_id = $1 AND status = 6 ORDER BY id").bind(device_id).fetch_all(connection).await?)
}

pub async fn find_for_update<A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<resource::DeviceTask, A>,
    id: i64,
) -> Result<Permitted<TaskRow, A>> {
    TASKS.find_for_update(connection, right, id).await
}

pub async fn delete(connection: &mut PgConnection, permitted: &Permitted<TaskRow, action::Delete>) -> Result<()> {
    let statement = "DELETE FROM tasks WHERE project_id = $1 AND id = $2";
    sqlx::query(statement).bind(permitted.project_id()).bind(permitted.id).execute(connection).await?;
    Ok(())
}

fn list_kinds() -> Vec<&'static str> {
    TaskKind::LIST.iter().map(|kind| kind.as_str()).collect()
}

fn ordered_kinds() -> Vec<&'static str> {
    TaskKind::LIST.iter().chain(&[TaskKind::Clear]).map(|kind| kind.as_str()).collect()
}

fn status_numbers(statuses: &[TaskStatus]) -> Vec<i16> {
    statuses.iter().map(|status| *status as i16).collect()
}
