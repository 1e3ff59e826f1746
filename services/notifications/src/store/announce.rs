//! The table of announces.
use std::ops::Deref;

use kit::listing::{Column, Kind, Permitted, column, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{Action, ActionKind, Authorized, Caller, Resource, Scope, action, resource};
use sqlx::types::Json;
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::announce::{AnnounceDraft, AnnounceStatus, AnnounceType, SendVia};
use crate::domain::poll::PollInfo;

/// Besides what the role gives, everybody sees what they have received. The name is for those who manage an announce: whoever has
/// only received it learns nothing of it by a sort or a filter.
const RECEIVED: Listing = Listing {
    resource: "announces",
    select: COLUMNS,
    from: "announces a",
    project: "a.project_id",
    key: "a.id",
    columns: RECEIVED_FIELDS,
    default_sort: "-created_at",
    search: &["a.subject"],
    groups: GROUPS,
    own: "a.created_by = {} OR a.id IN (SELECT r.announce_id FROM announce_recipients r WHERE r.user_id = {})",
    filter: "",
    whole: WHOLE,
};
static LISTING: Listing = RECEIVED;
/// The same without what is shown of them.
static IDS: Listing = Listing { select: "a.id", ..RECEIVED };

/// SQL: whoever made the announce still reaches its groups and its named people, as far as these are there. Whose reach is the
/// whole project needs none of it.
macro_rules! author_reaches {
    ($announce:literal) => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM announce_groups ag JOIN group_nodes g ON g.id = ag.group_id AND NOT g.deleted WHERE ag.announce_id = ",
            $announce,
            ".id AND NOT EXISTS (SELECT 1 FROM group_closure c JOIN user_groups mine ON mine.group_id = c.ancestor_id
                 WHERE c.descendant_id = ag.group_id AND mine.user_id = ",
            $announce,
            ".created_by)) AND NOT EXISTS (SELECT 1 FROM announce_users au JOIN users named ON named.id = au.user_id AND named.is_active
                 WHERE au.announce_id = ",
            $announce,
            ".id AND au.user_id <> ",
            $announce,
            ".created_by AND NOT EXISTS (SELECT 1 FROM user_groups m JOIN group_closure c ON c.descendant_id = m.group_id
                     JOIN user_groups mine ON mine.group_id = c.ancestor_id WHERE m.user_id = au.user_id AND mine.user_id = ",
            $announce,
            ".created_by))"
        )
    };
}
pub(super) use author_reaches;

/// For changes: that somebody has received an announce does not make it theirs.
pub static OWNED: Listing = Listing {
    resource: "announces",
    select: COLUMNS,
    from: "announces a",
    project: "a.project_id",
    key: "a.id",
    columns: FIELDS,
    default_sort: "-created_at",
    search: &["a.subject"],
    groups: GROUPS,
    own: "a.created_by = {}",
    filter: "",
    whole: WHOLE,
};

/// For results: of what one has made only while one reaches whom it went to.
static REACHED: Listing = Listing {
    resource: "announces",
    select: COLUMNS,
    from: "announces a",
    project: "a.project_id",
    key: "a.id",
    columns: FIELDS,
    default_sort: "-created_at",
    search: &["a.subject"],
    groups: GROUPS,
    own: concat!("a.created_by = {} AND ", author_reaches!("a")),
    filter: "",
    whole: WHOLE,
};

const FIELDS: &[Column] = &[
    sortable("name", "a.name", Kind::Text),
    sortable("id", "a.id", Kind::Int),
    sortable("subject", "a.subject", Kind::Text),
    column("type", "a.type", Kind::Choice(AnnounceType::WORDS)),
    column("status", "a.status", Kind::Choice(AnnounceStatus::WORDS)),
    column("send_via", "a.send_via", Kind::Choice(SendVia::WORDS)),
    sortable("execute_at", "a.execute_at", Kind::Time),
    sortable("created_at", "a.created_at", Kind::Time),
];
/// All but the name.
const RECEIVED_FIELDS: &[Column] = FIELDS.split_at(1).1;

const GROUPS: &str = "a.id IN (SELECT ag.announce_id FROM announce_groups ag WHERE ag.group_id IN ({})) OR \
    a.id IN (SELECT au.announce_id FROM announce_users au JOIN user_groups m ON m.user_id = au.user_id WHERE m.group_id IN ({}))";
const WHOLE: &str = "NOT EXISTS (SELECT 1 FROM (
        SELECT ag.group_id FROM announce_groups ag WHERE ag.announce_id = a.id
        UNION ALL SELECT m.group_id FROM announce_users au JOIN user_groups m ON m.user_id = au.user_id WHERE au.announce_id = a.id
    ) touched WHERE touched.group_id NOT IN ({}))";

const COLUMNS: &str = "a.id, a.project_id, a.version, a.name, a.description, a.subject, a.type, a.status, a.type_info, a.send_via, a.body, a.use_owner_info,
    a.is_anonymous, a.execute_at, a.ends_at, a.due_at, a.started_by, a.started_by_name, a.started_at, a.finished_at, a.send_cursor, a.remind_cursor,
    a.reminded_at, a.created_by, a.created_by_name, a.created_at, a.updated_at,
    ARRAY(SELECT x.group_id FROM announce_groups x WHERE x.announce_id = a.id ORDER BY x.group_id) AS group_ids,
    ARRAY(SELECT coalesce(g.name, '') FROM announce_groups x LEFT JOIN group_nodes g ON g.id = x.group_id WHERE x.announce_id = a.id ORDER BY x.group_id) AS group_names,
    ARRAY(SELECT x.user_id FROM announce_users x WHERE x.announce_id = a.id ORDER BY x.user_id) AS user_ids,
    ARRAY(SELECT coalesce(u.name, '') FROM announce_users x LEFT JOIN users u ON u.id = x.user_id WHERE x.announce_id = a.id ORDER BY x.user_id) AS user_names";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AnnounceRow {
    pub id: i64,
    pub project_id: i64,
    pub version: i64,
    pub name: String,
    pub description: Option<String>,
    pub subject: String,
    pub r#type: i16,
    pub status: i16,
    pub type_info: Json<PollInfo>,
    pub send_via: i16,
    pub body: String,
    pub use_owner_info: bool,
    pub is_anonymous: bool,
    pub execute_at: Option<OffsetDateTime>,
    pub ends_at: Option<OffsetDateTime>,
    pub due_at: Option<OffsetDateTime>,
    pub started_by: Option<i64>,
    pub started_by_name: String,
    pub started_at: Option<OffsetDateTime>,
    pub finished_at: Option<OffsetDateTime>,
    pub send_cursor: i64,
    pub remind_cursor: Option<i64>,
    pub reminded_at: Option<OffsetDateTime>,
    pub created_by: i64,
    pub created_by_name: String,
    pub created_at: OffsetDateTime,
    pub updated_at: OffsetDateTime,
    pub group_ids: Vec<i64>,
    pub group_names: Vec<String>,
    pub user_ids: Vec<i64>,
    pub user_names: Vec<String>,
}

impl AnnounceRow {
    pub fn status(&self) -> AnnounceStatus {
        AnnounceStatus::from_number(self.status.into()).unwrap_or(AnnounceStatus::Stopped)
    }

    pub fn kind(&self) -> AnnounceType {
        AnnounceType::from_number(self.r#type.into()).unwrap_or(AnnounceType::Info)
    }

    pub fn send_via(&self) -> SendVia {
        SendVia::from_number(self.send_via.into()).unwrap_or(SendVia::App)
    }

    pub fn draft(&self) -> AnnounceDraft {
        AnnounceDraft {
            name: self.name.clone(),
            description: self.description.clone(),
            subject: self.subject.clone(),
            kind: self.kind(),
            type_info: self.type_info.0.clone(),
            send_via: self.send_via(),
            body: self.body.clone(),
            use_owner_info: self.use_owner_info,
            users: self.user_ids.clone(),
            groups: self.group_ids.clone(),
            execute_at: self.execute_at,
            ends_at: self.ends_at,
            is_anonymous: self.is_anonymous,
        }
    }
}

/// An announce that is locked until the transaction ends: of a `Permitted` one, or one that the clock or the sending changes.
#[derive(Debug)]
pub struct LockedAnnounce(AnnounceRow);

impl LockedAnnounce {
    pub fn of_permitted<A: ActionKind>(found: Permitted<AnnounceRow, A>) -> LockedAnnounce {
        LockedAnnounce(found.into_row())
    }
}

impl Deref for LockedAnnounce {
    type Target = AnnounceRow;

    fn deref(&self) -> &AnnounceRow {
        &self.0
    }
}

pub async fn list(
    connection: &mut PgConnection,
    right: &Authorized<resource::Announce, action::View>,
    query: &ListQuery,
) -> Result<Page<AnnounceRow>> {
    if right.scope().all || query.filters.contains("\"name\"") {
        return OWNED.page(connection, right.project_id(), right.scope(), query).await;
    }
    let by_subject = ListQuery { sort: without_name(&query.sort), ..query.clone() };
    if by_subject.sort != query.sort
        && let Some(page) = list_by_shown_name(connection, right, query, &by_subject).await?
    {
        return Ok(page);
    }
    LISTING.page(connection, right.project_id(), right.scope(), &by_subject).await
}

/// Further ones are in the order of their subjects.
const MOST_BY_SHOWN_NAME: i64 = 10_000;

/// In the order of what is shown for the name: of what one has only received the subject, as `managed` says. None where there are too many.
async fn list_by_shown_name(
    connection: &mut PgConnection,
    right: &Authorized<resource::Announce, action::View>,
    query: &ListQuery,
    by_subject: &ListQuery,
) -> Result<Option<Page<AnnounceRow>>> {
    let (page, size) = query.bounds()?;
    let mut found = IDS.everything(right.project_id(), right.scope(), by_subject, MOST_BY_SHOWN_NAME + 1)?;
    let ids: Vec<i64> = found.build_query_scalar().persistent(false).fetch_all(&mut *connection).await?;
    let total = ids.len() as i64;
    if total > MOST_BY_SHOWN_NAME {
        return Ok(None);
    }
    let scope = right.caller().scope(Resource::AnnounceResponse, Action::View);
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM announces a WHERE a.project_id = "));
    sql.push_bind(right.project_id()).push(" AND a.id = ANY(").push_bind(ids).push(") ORDER BY ");
    let mut direction = "";
    for key in query.sort.split(',').map(str::trim) {
        let name = key.strip_prefix('-').unwrap_or(key);
        direction = if name == key { ", " } else { " DESC, " };
        match RECEIVED_FIELDS.iter().find(|column| column.name == name) {
            Some(column) => drop(sql.push(column.sql)),
            None => {
                sql.push("CASE WHEN coalesce(TRUE");
                OWNED.push_scope(&mut sql, &scope);
                sql.push(", FALSE) THEN a.name ELSE a.subject END");
            }
        }
        sql.push(direction);
    }
    sql.push("a.id").push(direction.trim_end_matches(", "));
    sql.push(" LIMIT ").push(size).push(" OFFSET ").push(i64::from(page - 1) * i64::from(size));
    let items = sql.build_query_as().persistent(false).fetch_all(connection).await?;
    Ok(Some(Page { items, total, page, size }))
}

/// By the subject, which stands for the name of what one has only received: an order hides nothing.
fn without_name(sort: &str) -> String {
    let column = |key: &str| match key.trim() {
        "name" => "subject".to_owned(),
        "-name" => "-subject".to_owned(),
        other => other.to_owned(),
    };
    sort.split(',').map(column).collect::<Vec<_>>().join(",")
}

/// `NotFound` for one that does not lie in the scope.
pub async fn find(connection: &mut PgConnection, caller: &Caller, scope: &Scope, id: i64) -> Result<AnnounceRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM announces a WHERE a.project_id = "));
    sql.push_bind(caller.project_id).push(" AND a.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, scope);
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Those of the ids that lie in the scope otherwise than by being received: with any part, and as a whole. Of what one has made
/// the whole is in scope while one reaches all of it.
pub async fn managed(connection: &mut PgConnection, project_id: i64, scope: &Scope, ids: &[i64]) -> Result<Vec<(i64, bool)>> {
    let mut sql = QueryBuilder::new("SELECT a.id, coalesce(TRUE");
    REACHED.push_whole_scope(&mut sql, scope);
    sql.push(", FALSE) FROM announces a WHERE a.project_id = ").push_bind(project_id);
    sql.push(" AND a.id = ANY(").push_bind(ids).push(")");
    OWNED.push_scope(&mut sql, scope);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// Whether whoever made it still reaches its recipients by their own groups.
pub async fn is_reached_by_author(connection: &mut PgConnection, announce: &AnnounceRow) -> Result<bool> {
    let sql = concat!("SELECT ", author_reaches!("a"), " FROM announces a WHERE a.project_id = $1 AND a.id = $2");
    Ok(sqlx::query_scalar(sql).bind(announce.project_id).bind(announce.id).fetch_one(connection).await?)
}

/// Locks first and reads then. `Forbidden` for one that the caller has only received.
pub async fn find_for_update<R: policy::ResourceKind, A: ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<R, A>,
    id: i64,
) -> Result<Permitted<AnnounceRow, A>> {
    sqlx::query("SELECT id FROM announces WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    match OWNED.find_for_update(connection, right, id).await {
        Err(Error::NotFound) => {
            let scope = right.caller().scope(Resource::Announce, Action::View);
            find(connection, right.caller(), &scope, id).await.and(Err(Error::Forbidden))
        }
        found => found,
    }
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Announce, action::Create>,
    draft: &AnnounceDraft,
    now: OffsetDateTime,
) -> Result<i64> {
    let id = sqlx::query_scalar(
        "INSERT INTO announces (project_id, name, description, subject, type, type_info, send_via, body, use_owner_info, is_anonymous, execute_at, ends_at,
             created_by, created_by_name, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15) RETURNING id",
    )
    .bind(right.project_id())
    .bind(draft.name.trim())
    .bind(&draft.description)
    .bind(draft.subject.trim())
    .bind(draft.kind as i16)
    .bind(Json(&draft.type_info))
    .bind(draft.send_via as i16)
    .bind(&draft.body)
    .bind(draft.use_owner_info)
    .bind(draft.is_anonymous)
    .bind(draft.execute_at)
    .bind(draft.ends_at)
    .bind(right.caller().user_id)
    .bind(&right.caller().user_name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    write_named(connection, right.project_id(), id, draft).await?;
    Ok(id)
}

/// `due_at`: when a scheduled one is sent; None for one that is new. Who changes a scheduled one has started it from then on.
pub async fn update(
    connection: &mut PgConnection,
    found: &Permitted<AnnounceRow, action::Edit>,
    draft: &AnnounceDraft,
    due_at: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "UPDATE announces SET name = $3, description = $4, subject = $5, type = $6, type_info = $7, send_via = $8, body = $9, use_owner_info = $10,
             is_anonymous = $11, execute_at = $12, ends_at = $13, due_at = $14, updated_at = $15,
             started_by = coalesce($16, started_by), started_by_name = coalesce($17, started_by_name), version = version + 1
         WHERE project_id = $1 AND id = $2",
    )
    .bind(found.project_id())
    .bind(found.id)
    .bind(draft.name.trim())
    .bind(&draft.description)
    .bind(draft.subject.trim())
    .bind(draft.kind as i16)
    .bind(Json(&draft.type_info))
    .bind(draft.send_via as i16)
    .bind(&draft.body)
    .bind(draft.use_owner_info)
    .bind(draft.is_anonymous)
    .bind(draft.execute_at)
    .bind(draft.ends_at)
    .bind(due_at)
    .bind(now)
    .bind(due_at.map(|_| found.caller().user_id))
    .bind(due_at.map(|_| &found.caller().user_name))
    .execute(&mut *connection)
    .await?;
    write_named(connection, found.project_id(), found.id, draft).await
}

pub async fn delete(connection: &mut PgConnection, found: &Permitted<AnnounceRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM announces WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

async fn write_named(connection: &mut PgConnection, project_id: i64, id: i64, draft: &AnnounceDraft) -> Result<()> {
    sqlx::query("DELETE FROM announce_groups WHERE announce_id = $1 AND group_id <> ALL($2)")
        .bind(id)
        .bind(&draft.groups)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO announce_groups (announce_id, group_id, project_id) SELECT $1, g, $3 FROM unnest($2::bigint[]) g ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(&draft.groups)
    .bind(project_id)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM announce_users WHERE announce_id = $1 AND user_id <> ALL($2)")
        .bind(id)
        .bind(&draft.users)
        .execute(&mut *connection)
        .await?;
    sqlx::query("INSERT INTO announce_users (announce_id, user_id, project_id) SELECT $1, u, $3 FROM unnest($2::bigint[]) u ON CONFLICT DO NOTHING")
        .bind(id)
        .bind(&draft.users)
        .bind(project_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// What a change of the status writes besides.
#[derive(Clone, Copy, Debug, Default)]
pub struct StatusChange<'a> {
    /// Who started it.
    pub starter: Option<&'a Caller>,
    pub due_at: Option<OffsetDateTime>,
    /// It has begun, or ended.
    pub begins_at: Option<OffsetDateTime>,
    pub finished_at: Option<OffsetDateTime>,
}

pub async fn set_status(
    connection: &mut PgConnection,
    locked: LockedAnnounce,
    status: AnnounceStatus,
    change: StatusChange<'_>,
    now: OffsetDateTime,
) -> Result<LockedAnnounce> {
    let sql = format!(
        "UPDATE announces a SET status = $3, due_at = $4, started_by = coalesce($5, started_by), started_by_name = coalesce($6, started_by_name),
             started_at = coalesce($7, started_at), finished_at = $8, updated_at = $9, version = version + 1
         WHERE project_id = $1 AND id = $2 RETURNING {COLUMNS}"
    );
    let row = sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(locked.project_id)
        .bind(locked.id)
        .bind(status as i16)
        .bind(change.due_at)
        .bind(change.starter.map(|caller| caller.user_id))
        .bind(change.starter.map(|caller| &caller.user_name))
        .bind(change.begins_at)
        .bind(change.finished_at)
        .bind(now)
        .fetch_one(connection)
        .await?;
    Ok(LockedAnnounce(row))
}

pub async fn set_send_cursor(connection: &mut PgConnection, locked: &LockedAnnounce, user_id: i64) -> Result<()> {
    sqlx::query("UPDATE announces SET send_cursor = $3 WHERE project_id = $1 AND id = $2")
        .bind(locked.project_id)
        .bind(locked.id)
        .bind(user_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// None when the reminder is sent.
pub async fn set_remind_cursor(
    connection: &mut PgConnection,
    locked: &LockedAnnounce,
    recipient_id: Option<i64>,
    reminded_at: OffsetDateTime,
) -> Result<()> {
    sqlx::query("UPDATE announces SET remind_cursor = $3, reminded_at = $4 WHERE project_id = $1 AND id = $2")
        .bind(locked.project_id)
        .bind(locked.id)
        .bind(recipient_id)
        .bind(reminded_at)
        .execute(connection)
        .await?;
    Ok(())
}

/// An announce whose status the clock has changed; None for none. `project_id`: of this project only.
pub async fn lock_due(connection: &mut PgConnection, project_id: Option<i64>, now: OffsetDateTime) -> Result<Option<LockedAnnounce>> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM announces a WHERE a.due_at <= "));
    sql.push_bind(now);
    if let Some(project_id) = project_id {
        sql.push(" AND a.project_id = ").push_bind(project_id);
    }
    sql.push(" ORDER BY a.due_at, a.id LIMIT 1 FOR NO KEY UPDATE OF a");
    // Who reads a project waits for what another is just changing: it would see the old status.
    if project_id.is_none() {
        sql.push(" SKIP LOCKED");
    }
    Ok(sql.build_query_as().fetch_optional(connection).await?.map(LockedAnnounce))
}

pub async fn has_due(connection: &mut PgConnection, project_id: i64, now: OffsetDateTime) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM announces WHERE project_id = $1 AND due_at <= $2)")
        .bind(project_id)
        .bind(now)
        .fetch_one(connection)
        .await?)
}

/// Announces that are not sent now.
#[derive(Clone, Debug, Default)]
pub struct ExcludedAnnounces {
    pub ids: Vec<i64>,
    pub projects: Vec<i64>,
}

/// One that is being sent, or of which people are reminded; none of `excluded`.
pub async fn lock_working(connection: &mut PgConnection, excluded: &ExcludedAnnounces) -> Result<Option<LockedAnnounce>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM announces a WHERE (a.status = 3 OR a.status = 4 AND a.remind_cursor IS NOT NULL) AND a.id <> ALL($1) AND a.project_id <> ALL($2)
         ORDER BY a.id LIMIT 1 FOR NO KEY UPDATE OF a SKIP LOCKED"
    );
    let row = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(&excluded.ids).bind(&excluded.projects).fetch_optional(connection).await?;
    Ok(row.map(LockedAnnounce))
}

/// For the page of a recipient, whose right is their token.
pub async fn find_of_recipient(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<AnnounceRow> {
    find_by_id(connection, project_id, id, "").await
}

/// As `find_of_recipient`, and keeps a stop away until the transaction ends.
pub async fn find_of_recipient_for_share(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<AnnounceRow> {
    find_by_id(connection, project_id, id, " FOR SHARE OF a").await
}

async fn find_by_id(connection: &mut PgConnection, project_id: i64, id: i64, lock: &str) -> Result<AnnounceRow> {
    let sql = format!("SELECT {COLUMNS} FROM announces a WHERE a.project_id = $1 AND a.id = $2{lock}");
    sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(id).fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Subject and body.
pub async fn find_text(connection: &mut PgConnection, project_id: i64, id: i64) -> Result<Option<(String, String)>> {
    Ok(sqlx::query_as("SELECT subject, body FROM announces WHERE project_id = $1 AND id = $2")
        .bind(project_id)
        .bind(id)
        .fetch_optional(connection)
        .await?)
}
