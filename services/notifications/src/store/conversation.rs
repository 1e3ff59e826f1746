//! The tables of conversations, and of how far each person has read.
use kit::listing::{Kind, Permitted, column, related, sortable};
use kit::{Error, ListQuery, Listing, Page, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;

use crate::domain::conversation::{ConversationDraft, ConversationRecipient, InboxState, STATUS_WORDS};

/// Unread messages are counted up to here.
const MAX_UNREAD: i64 = 100;
/// Those of the staff who learn of a message.
const MAX_STAFF: i64 = 1_000;
/// People, and groups, that are offered as recipients.
const MAX_OFFERED: i64 = 50;

pub static LISTING: Listing = Listing {
    resource: "conversations",
    select: COLUMNS,
    from: "conversations c",
    project: "c.project_id",
    key: "c.id",
    columns: FIELDS,
    default_sort: "-last_message_at",
    search: &["c.subject", "(SELECT s.name FROM users s WHERE s.id = c.user_id)", "(SELECT s.name FROM users s WHERE s.id = c.peer_id)"],
    groups: "c.group_id IN ({})",
    own: "c.user_id = {} OR c.peer_id = {}",
    filter: "",
    whole: "",
};

const FIELDS: &[kit::listing::Column] = &[
    sortable("id", "c.id", Kind::Int),
    sortable("subject", "c.subject", Kind::Text),
    column("status", "c.status", Kind::Choice(STATUS_WORDS)),
    sortable("last_message_at", "c.last_message_at", Kind::Time),
    sortable("created_at", "c.created_at", Kind::Time),
    related("user_id", "c.user_id = {}"),
    related("peer_id", "c.peer_id = {}"),
    related("domain_id", "c.group_id = {}"),
    related("taken_by_user_id", "c.taken_by = {}"),
];

const COLUMNS: &str = "c.id, c.project_id, c.subject, c.user_id, c.peer_id, c.group_id, c.status, c.taken_by, c.last_message_id, c.last_message_at,
    c.last_message_user_id, c.last_message, c.last_message_pictures, c.created_at,
    coalesce((SELECT u.name FROM users u WHERE u.id = c.user_id), c.former_user_name, '') AS user_name,
    coalesce((SELECT u.name FROM users u WHERE u.id = c.peer_id), c.former_peer_name, '') AS peer_name,
    EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id AND NOT u.is_active AND u.name IS NULL) AS is_user_deleted,
    EXISTS (SELECT 1 FROM users u WHERE u.id = c.peer_id AND NOT u.is_active AND u.name IS NULL) AS is_peer_deleted,
    EXISTS (SELECT 1 FROM group_nodes g WHERE g.id = c.group_id AND g.deleted) AS is_group_deleted,
    coalesce((SELECT g.name FROM group_nodes g WHERE g.id = c.group_id), '') AS group_name,
    coalesce((SELECT u.name FROM users u WHERE u.id = c.taken_by), '') AS taken_by_name,
    coalesce((SELECT u.name FROM users u WHERE u.id = c.last_message_user_id),
        CASE c.last_message_user_id WHEN c.user_id THEN c.former_user_name WHEN c.peer_id THEN c.former_peer_name END, '') AS last_message_user_name";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ConversationRow {
    pub id: i64,
    pub project_id: i64,
    pub subject: String,
    pub user_id: i64,
    pub user_name: String,
    pub peer_id: Option<i64>,
    pub peer_name: String,
    pub group_id: Option<i64>,
    pub group_name: String,
    pub is_user_deleted: bool,
    pub is_peer_deleted: bool,
    pub is_group_deleted: bool,
    pub status: i16,
    pub taken_by: Option<i64>,
    pub taken_by_name: String,
    pub last_message_id: i64,
    pub last_message_at: OffsetDateTime,
    pub last_message_user_id: i64,
    pub last_message_user_name: String,
    pub last_message: String,
    pub last_message_pictures: i16,
    pub created_at: OffsetDateTime,
}

impl ConversationRow {
    pub fn inbox(&self) -> InboxState {
        InboxState { status: self.status, taken_by: self.taken_by }
    }

    pub fn is_participant(&self, user_id: i64) -> bool {
        self.user_id == user_id || self.peer_id == Some(user_id)
    }

    pub fn recipient(&self) -> Option<ConversationRecipient> {
        self.peer_id.map(ConversationRecipient::User).or(self.group_id.map(ConversationRecipient::Group))
    }

    /// Whom a message of this user would be for, where that was deleted: nobody would read it.
    pub fn deleted_reader(&self, user_id: i64) -> Option<String> {
        match (self.group_id, self.peer_id) {
            (Some(group), _) if self.user_id == user_id => self.is_group_deleted.then(|| format!("group {group}")),
            (None, Some(peer)) if self.user_id == user_id => self.is_peer_deleted.then(|| format!("user {peer}")),
            _ => self.is_user_deleted.then(|| format!("user {}", self.user_id)),
        }
    }
}

type ViewRight = Authorized<resource::Conversation, action::View>;

pub async fn list(connection: &mut PgConnection, right: &ViewRight, query: &ListQuery) -> Result<Page<ConversationRow>> {
    LISTING.page(connection, right.project_id(), right.scope(), query).await
}

/// `NotFound` for one that the caller does not see.
pub async fn find(connection: &mut PgConnection, caller: &Caller, id: i64) -> Result<ConversationRow> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM conversations c WHERE c.project_id = "));
    sql.push_bind(caller.project_id).push(" AND c.id = ").push_bind(id);
    LISTING.push_scope(&mut sql, &caller.scope(policy::Resource::Conversation, policy::Action::View));
    sql.build_query_as().fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Locks first and reads then.
pub async fn find_for_update<R: policy::ResourceKind, A: policy::ActionKind>(
    connection: &mut PgConnection,
    right: &Authorized<R, A>,
    id: i64,
) -> Result<Permitted<ConversationRow, A>> {
    sqlx::query("SELECT id FROM conversations WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE")
        .bind(right.project_id())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    LISTING.find_for_update(connection, right, id).await
}

/// The caller's conversation of this request; None before the first one.
pub async fn find_by_request(connection: &mut PgConnection, caller: &Caller, draft: &ConversationDraft) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar("SELECT id FROM conversations WHERE project_id = $1 AND user_id = $2 AND request_id = $3")
        .bind(caller.project_id)
        .bind(caller.user_id)
        .bind(draft.message.request_id)
        .fetch_optional(connection)
        .await?)
}

/// None where the same request has made one meanwhile.
pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Conversation, action::Create>,
    draft: &ConversationDraft,
    now: OffsetDateTime,
) -> Result<Option<i64>> {
    let (peer, group) = match draft.recipient {
        ConversationRecipient::User(id) => (Some(id), None),
        ConversationRecipient::Group(id) => (None, Some(id)),
    };
    Ok(sqlx::query_scalar(
        "INSERT INTO conversations (project_id, subject, user_id, peer_id, group_id, request_id, last_message_at, last_message_user_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $3, $7) ON CONFLICT (project_id, user_id, request_id) DO NOTHING RETURNING id",
    )
    .bind(right.project_id())
    .bind(&draft.subject)
    .bind(right.caller().user_id)
    .bind(peer)
    .bind(group)
    .bind(draft.message.request_id)
    .bind(now)
    .fetch_optional(connection)
    .await?)
}

pub async fn set_inbox<A>(connection: &mut PgConnection, found: &Permitted<ConversationRow, A>, state: InboxState) -> Result<()> {
    sqlx::query("UPDATE conversations SET status = $3, taken_by = $4 WHERE project_id = $1 AND id = $2")
        .bind(found.project_id())
        .bind(found.id)
        .bind(state.status)
        .bind(state.taken_by)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn delete(connection: &mut PgConnection, found: &Permitted<ConversationRow, action::Delete>) -> Result<()> {
    sqlx::query("DELETE FROM conversations WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

/// Never goes back.
pub async fn set_read(connection: &mut PgConnection, caller: &Caller, conversation_id: i64, read_id: i64) -> Result<()> {
    sqlx::query(
        "INSERT INTO conversation_cursors (conversation_id, user_id, project_id, read_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (conversation_id, user_id) DO UPDATE SET read_id = greatest(conversation_cursors.read_id, excluded.read_id)",
    )
    .bind(conversation_id)
    .bind(caller.user_id)
    .bind(caller.project_id)
    .bind(read_id)
    .execute(connection)
    .await?;
    Ok(())
}

/// Unread messages of the caller, by conversation.
pub async fn unread(connection: &mut PgConnection, caller: &Caller, ids: &[i64]) -> Result<Vec<(i64, i64)>> {
    Ok(sqlx::query_as(
        "SELECT w.id, (SELECT count(*) FROM (
             SELECT 1 FROM conversation_messages m WHERE m.project_id = $1 AND m.conversation_id = w.id AND m.user_id <> $2
                 AND m.id > coalesce((SELECT p.read_id FROM conversation_cursors p WHERE p.conversation_id = w.id AND p.user_id = $2), 0)
             LIMIT $4) counted)
         FROM unnest($3::bigint[]) w (id)",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(ids)
    .bind(MAX_UNREAD)
    .fetch_all(connection)
    .await?)
}

/// The last message that somebody other than `user_id` has read, of those whose messages are answered by others.
pub async fn read_by_others(connection: &mut PgConnection, row: &ConversationRow, user_id: i64) -> Result<i64> {
    // Of the staff it counts what the person has read, not a colleague.
    let only = (row.group_id.is_some() && user_id != row.user_id).then_some(row.user_id);
    Ok(sqlx::query_scalar(
        "SELECT coalesce(max(read_id), 0) FROM conversation_cursors WHERE project_id = $1 AND conversation_id = $2 AND user_id <> $3
             AND ($4::bigint IS NULL OR user_id = $4)",
    )
    .bind(row.project_id)
    .bind(row.id)
    .bind(user_id)
    .bind(only)
    .fetch_one(connection)
    .await?)
}

/// Those of the groups that lie in the caller's own or below.
pub async fn groups_in_tree(connection: &mut PgConnection, caller: &Caller, groups: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT DISTINCT descendant_id FROM group_closure WHERE project_id = $1 AND ancestor_id = ANY($2) AND descendant_id = ANY($3)",
    )
    .bind(caller.project_id)
    .bind(&caller.domain_ids)
    .bind(groups)
    .fetch_all(connection)
    .await?)
}

/// Roles whose people answer for their groups: `permission` is the code that says so.
macro_rules! staff {
    () => {
        "users u JOIN roles s ON s.id = u.role_id AND s.project_id = $1 AND s.permissions @> ARRAY['can_accept_messages_from_descendant_users']
             JOIN user_groups m ON m.user_id = u.id"
    };
}

/// Active users of the group, or of one above, who answer for it.
pub async fn staff_of(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(concat!(
        "SELECT DISTINCT u.id FROM ",
        staff!(),
        " JOIN group_closure c ON c.ancestor_id = m.group_id WHERE u.project_id = $1 AND u.is_active AND c.descendant_id = $2 ORDER BY u.id LIMIT $3"
    ))
    .bind(project_id)
    .bind(group_id)
    .bind(MAX_STAFF)
    .fetch_all(connection)
    .await?)
}

/// Whether a user is active and answers for the group.
pub async fn is_staff_of(connection: &mut PgConnection, project_id: i64, group_id: i64, user_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar(concat!(
        "SELECT EXISTS (SELECT 1 FROM ",
        staff!(),
        " JOIN group_closure c ON c.ancestor_id = m.group_id WHERE u.project_id = $1 AND u.is_active AND u.id = $3 AND c.descendant_id = $2)"
    ))
    .bind(project_id)
    .bind(group_id)
    .bind(user_id)
    .fetch_one(connection)
    .await?)
}

/// Whether a user is active and, of an ordinary person, one of their own staff.
pub async fn is_own_staff(connection: &mut PgConnection, caller: &Caller, user_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar(concat!(
        "SELECT EXISTS (SELECT 1 FROM ",
        staff!(),
        " JOIN group_closure c ON c.ancestor_id = m.group_id
          WHERE u.project_id = $1 AND u.is_active AND u.id = $2 AND c.descendant_id = ANY($3))"
    ))
    .bind(caller.project_id)
    .bind(user_id)
    .bind(&caller.domain_ids)
    .fetch_one(connection)
    .await?)
}

/// What a caller may address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipientReach {
    Everybody,
    /// People in their groups and below, and their own staff.
    StaffOfGroups,
    OwnStaff,
}

/// `sees_all`: of the staff, who sees all people writes to all people.
pub async fn offered_users(
    connection: &mut PgConnection,
    caller: &Caller,
    reach: RecipientReach,
    sees_all: bool,
    search: &str,
) -> Result<Vec<(i64, String)>> {
    let everybody = reach == RecipientReach::Everybody || (reach == RecipientReach::StaffOfGroups && sees_all);
    Ok(sqlx::query_as(concat!(
        "SELECT u.id, coalesce(u.name, '') FROM users u
         WHERE u.project_id = $1 AND u.is_active AND u.id <> $2 AND coalesce(u.name, '') ILIKE $6 AND (
             $3
             OR ($4 AND EXISTS (SELECT 1 FROM user_groups g JOIN group_closure t ON t.descendant_id = g.group_id
                                WHERE g.user_id = u.id AND t.ancestor_id = ANY($5)))
             OR u.id IN (SELECT u.id FROM ",
        staff!(),
        " JOIN group_closure c ON c.ancestor_id = m.group_id WHERE u.project_id = $1 AND c.descendant_id = ANY($5)))
         ORDER BY 2, 1 LIMIT $7"
    ))
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(everybody)
    .bind(reach == RecipientReach::StaffOfGroups)
    .bind(&caller.domain_ids)
    .bind(like(search))
    .bind(MAX_OFFERED)
    .fetch_all(connection)
    .await?)
}

/// Groups with staff: the caller's own, or any.
pub async fn offered_groups(connection: &mut PgConnection, caller: &Caller, reach: RecipientReach, search: &str) -> Result<Vec<(i64, String)>> {
    Ok(sqlx::query_as(concat!(
        "SELECT n.id, n.name FROM group_nodes n WHERE n.project_id = $1 AND NOT n.deleted AND ($2 OR n.id = ANY($3)) AND n.name ILIKE $4
             AND EXISTS (SELECT 1 FROM ",
        staff!(),
        " JOIN group_closure c ON c.ancestor_id = m.group_id WHERE u.project_id = $1 AND u.is_active AND c.descendant_id = n.id)
         ORDER BY n.name, n.id LIMIT $5"
    ))
    .bind(caller.project_id)
    .bind(reach == RecipientReach::Everybody)
    .bind(&caller.domain_ids)
    .bind(like(search))
    .bind(MAX_OFFERED)
    .fetch_all(connection)
    .await?)
}

pub async fn is_active_user(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM users WHERE project_id = $1 AND id = $2 AND is_active)")
        .bind(project_id)
        .bind(user_id)
        .fetch_one(connection)
        .await?)
}

fn like(search: &str) -> String {
    format!("%{}%", search.trim().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
}
