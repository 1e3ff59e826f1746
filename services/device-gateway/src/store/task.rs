//! Tasks: lists for people, and their way for the workers.
use kit::listing::{Kind as ColumnKind, sortable};
use kit::{ListQuery, Listing, Page, Result};
use policy::{ActionKind, Authorized, ResourceKind};
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres, QueryBuilder};
use time::OffsetDateTime;

use super::item::{self, Holder};
use super::sync::{self, Due};
use crate::domain::difference::{Item, Work};
use crate::domain::task::{Kind, Status, Step};

const COLUMNS: &str = "t.id, t.project_id, t.device_id, d.name AS device_name, d.domain_id, t.kind, t.status, t.items_count, t.attempts, t.error,
    t.version, t.created_at, t.updated_at, t.started_at, t.finished_at, t.next_attempt_at";
const TABLES: &str = "tasks t JOIN devices d ON d.id = t.device_id";

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
        sortable("status", "t.status", ColumnKind::Choice(Status::CHOICES)),
        sortable("created_at", "t.created_at", ColumnKind::Time),
        sortable("updated_at", "t.updated_at", ColumnKind::Time),
    ],
    default_sort: "-id",
    search: &["t.kind", "t.error"],
    groups: "d.domain_id IN ({})",
    own: "d.created_by = {}",
    filter: "",
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
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

pub async fn list<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, query: &ListQuery) -> Result<Page<Row>> {
    TASKS.page(connection, proof.project_id(), proof.scope(), query).await
}

pub async fn find<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, id: i64) -> Result<Option<Row>> {
    let mut sql = QueryBuilder::<Postgres>::new("SELECT ");
    sql.push(COLUMNS).push(" FROM ").push(TABLES).push(" WHERE t.project_id = ").push_bind(proof.project_id()).push(" AND t.id = ").push_bind(id);
    TASKS.push_scope(&mut sql, proof.scope());
    Ok(sql.build_query_as().fetch_optional(connection).await?)
}

/// A task of which the state is another now.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Change {
    pub id: i64,
    pub device_id: i64,
    pub kind: String,
    pub status: i16,
}

/// What goes with a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Note<'a> {
    pub error: Option<&'a str>,
    pub next_attempt_at: Option<OffsetDateTime>,
}

/// Takes the step for those of the tasks for which the table of states allows it.
pub async fn advance(connection: &mut PgConnection, ids: &[i64], step: Step, note: Note<'_>, now: OffsetDateTime) -> Result<Vec<Change>> {
    let target = step.target();
    Ok(sqlx::query_as(
        "UPDATE tasks SET status = $3, updated_at = $4, next_attempt_at = $5, error = CASE WHEN $6 THEN $7 ELSE error END,
             started_at = CASE WHEN $3 = 3 THEN $4 ELSE started_at END, finished_at = CASE WHEN $8 THEN $4 END,
             attempts = CASE WHEN $3 = 3 THEN attempts + 1 WHEN $9 THEN 0 ELSE attempts END
         WHERE id = ANY($1) AND status = ANY($2) RETURNING id, device_id, kind, status",
    )
    .bind(ids)
    .bind(numbers(step.sources()))
    .bind(target as i16)
    .bind(now)
    .bind(note.next_attempt_at)
    .bind(note.error.is_some() || matches!(step, Step::Restart | Step::Complete))
    .bind(note.error)
    .bind(target.is_finished())
    .bind(step == Step::Restart)
    .fetch_all(connection)
    .await?)
}

/// Stops tasks of a device whose place something newer takes. What came of those that were sent nobody knows: their
/// items are held in doubt, and the device is asked before it is sent anything else. The second value says so.
pub async fn overtake(connection: &mut PgConnection, holder: Holder, ids: &[i64], now: OffsetDateTime) -> Result<(Vec<Change>, bool)> {
    let changes = advance(connection, ids, Step::Stop, Note::default(), now).await?;
    let sent: Vec<(String, Json<Vec<Item>>)> =
        sqlx::query_as("SELECT kind, items FROM tasks WHERE id = ANY($1) AND started_at IS NOT NULL AND kind = ANY($2)")
            .bind(ids)
            .bind(ordered_kinds())
            .fetch_all(&mut *connection)
            .await?;
    for (kind, items) in &sent {
        if let Some(kind) = Kind::from_word(kind).and_then(Kind::item_kind) {
            item::doubt(connection, holder, kind, items).await?;
        }
    }
    if !sent.is_empty() {
        sync::wake(connection, &[holder.device_id], Due::READ, now).await?;
    }
    Ok((changes, !sent.is_empty()))
}

/// Brings the open tasks of a device in line with whether it is there: away, they wait; there, they take their
/// turns, unless they pause. A task that is still "started" was left by a worker that is gone.
pub async fn settle(connection: &mut PgConnection, device_id: i64, is_online: bool, now: OffsetDateTime) -> Result<Vec<Change>> {
    let waiting: Vec<i64> = match is_online {
        true => open_ids(connection, device_id, &[Status::Started], now).await?,
        false => open_ids(connection, device_id, Step::Wait.sources(), now).await?,
    };
    let mut changes = advance(connection, &waiting, Step::Wait, Note::default(), now).await?;
    if is_online {
        let due = open_ids(connection, device_id, Step::Queue.sources(), now).await?;
        changes.extend(advance(connection, &due, Step::Queue, Note::default(), now).await?);
    }
    Ok(changes)
}

/// The devices are there again: pauses end, and what went wrong before counts no more. Only a change of the network
/// counts on: it is sent once.
pub async fn end_pauses(connection: &mut PgConnection, device_ids: &[i64]) -> Result<()> {
    sqlx::query(
        "UPDATE tasks SET next_attempt_at = NULL, attempts = CASE WHEN kind = $2 THEN attempts ELSE 0 END WHERE device_id = ANY($1) AND status = 4",
    )
    .bind(device_ids)
    .bind(Kind::Network.word())
    .execute(connection)
    .await?;
    Ok(())
}

async fn open_ids(connection: &mut PgConnection, device_id: i64, statuses: &[Status], now: OffsetDateTime) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT id FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4, 6) AND status = ANY($2) AND (next_attempt_at IS NULL OR next_attempt_at <= $3) ORDER BY id",
    )
    .bind(device_id)
    .bind(numbers(statuses))
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// The next task that may be sent, and when the first pause ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Front {
    pub task: Option<i64>,
    pub next_attempt_at: Option<OffsetDateTime>,
}

/// Tasks that change the list go strictly in order: while the first of them pauses, the others wait. Settings wait
/// for nothing but themselves.
pub async fn front(connection: &mut PgConnection, device_id: i64) -> Result<Front> {
    let rows: Vec<(i64, i16, Option<OffsetDateTime>)> = sqlx::query_as(
        "(SELECT id, status, next_attempt_at FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4) AND kind = ANY($2) ORDER BY id LIMIT 1)
         UNION ALL
         (SELECT id, status, next_attempt_at FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4) AND kind <> ALL($2) ORDER BY id LIMIT 20)",
    )
    .bind(device_id)
    .bind(ordered_kinds())
    .fetch_all(connection)
    .await?;
    let task = rows.iter().filter(|(_, status, _)| *status == Status::Queued as i16).map(|(id, _, _)| *id).min();
    Ok(Front { task, next_attempt_at: rows.iter().filter_map(|(_, _, at)| *at).min() })
}

/// A task as its worker sends it.
#[derive(Clone, Debug)]
pub struct Sent {
    pub id: i64,
    pub kind: Kind,
    pub items: Vec<Item>,
    pub attempts: i32,
}

/// Marks a task as started. None when it is not queued any more.
pub async fn start(connection: &mut PgConnection, id: i64, now: OffsetDateTime) -> Result<Option<(Sent, Vec<Change>)>> {
    let changes = advance(connection, &[id], Step::Start, Note::default(), now).await?;
    if changes.is_empty() {
        return Ok(None);
    }
    let (kind, items, attempts): (String, Json<Vec<Item>>, i32) =
        sqlx::query_as("SELECT kind, items, attempts FROM tasks WHERE id = $1").bind(id).fetch_one(connection).await?;
    let kind = Kind::from_word(&kind).ok_or_else(|| kit::Error::internal(anyhow::anyhow!("task {id} has the unknown kind {kind}")))?;
    Ok(Some((Sent { id, kind, items: items.0, attempts }, changes)))
}

/// Tasks of the list that are open or failed, with what they carry.
pub async fn of_the_list(connection: &mut PgConnection, device_id: i64) -> Result<Vec<(i64, Status, Work)>> {
    let rows: Vec<(i64, i16, String, Json<Vec<Item>>)> =
        sqlx::query_as("SELECT id, status, kind, items FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4, 6) AND kind = ANY($2) ORDER BY id")
            .bind(device_id)
            .bind(list_kinds())
            .fetch_all(connection)
            .await?;
    let task = |(id, status, kind, items): (i64, i16, String, Json<Vec<Item>>)| {
        Some((id, Status::from_number(status)?, Work { kind: Kind::from_word(&kind)?, items: items.0 }))
    };
    Ok(rows.into_iter().filter_map(task).collect())
}

/// Whether there are such tasks.
pub async fn has_any_of_the_list(connection: &mut PgConnection, device_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM tasks WHERE device_id = $1 AND status IN (1, 2, 3, 4, 6) AND kind = ANY($2))")
        .bind(device_id)
        .bind(list_kinds())
        .fetch_one(connection)
        .await?)
}

pub async fn insert(connection: &mut PgConnection, holder: Holder, works: &[Work], version: i64, now: OffsetDateTime) -> Result<Vec<Change>> {
    let kinds: Vec<&str> = works.iter().map(|work| work.kind.word()).collect();
    let items: Vec<Json<&Vec<Item>>> = works.iter().map(|work| Json(&work.items)).collect();
    let counts: Vec<i32> = works.iter().map(|work| work.items.len() as i32).collect();
    Ok(sqlx::query_as(
        "INSERT INTO tasks (project_id, device_id, kind, status, items, items_count, version, created_at, updated_at)
         SELECT $1, $2, w.kind, 1, w.items, w.items_count, $6, $7, $7
         FROM unnest($3::text[], $4::jsonb[], $5::int[]) WITH ORDINALITY w (kind, items, items_count, place) ORDER BY w.place
         RETURNING id, device_id, kind, status",
    )
    .bind(holder.project_id)
    .bind(holder.device_id)
    .bind(kinds)
    .bind(items)
    .bind(counts)
    .bind(version)
    .bind(now)
    .fetch_all(connection)
    .await?)
}

/// Open tasks of these kinds: what they were to bring about is to be brought about anew.
pub async fn open_of_kinds(connection: &mut PgConnection, device_id: i64, kinds: &[Kind]) -> Result<Vec<i64>> {
    let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    Ok(sqlx::query_scalar("SELECT id FROM tasks WHERE device_id = $1 AND status IN (1, 2, 4, 6) AND kind = ANY($2) ORDER BY id")
        .bind(device_id)
        .bind(words)
        .fetch_all(connection)
        .await?)
}

pub async fn failed(connection: &mut PgConnection, device_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM tasks WHERE device_id = $1 AND status = 6 ORDER BY id").bind(device_id).fetch_all(connection).await?)
}

pub async fn delete<R: ResourceKind, A: ActionKind>(connection: &mut PgConnection, proof: &Authorized<R, A>, id: i64) -> Result<()> {
    sqlx::query("DELETE FROM tasks WHERE project_id = $1 AND id = $2").bind(proof.project_id()).bind(id).execute(connection).await?;
    Ok(())
}

/// Forgets what was finished long ago.
pub async fn forget_finished(connection: &mut PgConnection, before: OffsetDateTime, limit: i64) -> Result<u64> {
    let done = sqlx::query("DELETE FROM tasks WHERE id IN (SELECT id FROM tasks WHERE finished_at < $1 ORDER BY finished_at LIMIT $2)")
        .bind(before)
        .bind(limit)
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}

fn list_kinds() -> Vec<&'static str> {
    Kind::LIST.iter().map(|kind| kind.word()).collect()
}

fn ordered_kinds() -> Vec<&'static str> {
    Kind::LIST.iter().chain(&[Kind::Clear]).map(|kind| kind.word()).collect()
}

fn numbers(statuses: &[Status]) -> Vec<i16> {
    statuses.iter().map(|status| *status as i16).collect()
}
