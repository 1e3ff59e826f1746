//! The messages of conversations.
use kit::Result;
use kit::listing::Permitted;
use policy::{Authorized, action, resource};
use sqlx::{PgConnection, QueryBuilder};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::conversation::MessageDraft;
use crate::store::conversation::ConversationRow;

/// Messages of a page.
pub const PAGE: usize = 50;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct MessageRow {
    pub id: i64,
    pub user_id: i64,
    pub user_name: String,
    pub message: String,
    pub request_id: Uuid,
    pub created_at: OffsetDateTime,
}

const COLUMNS: &str = "m.id, m.user_id, m.message, m.request_id, m.created_at,
    coalesce((SELECT u.name FROM users u WHERE u.id = m.user_id), (
        SELECT CASE m.user_id WHEN c.user_id THEN c.former_user_name WHEN c.peer_id THEN c.former_peer_name END
        FROM conversations c WHERE c.id = m.conversation_id), '') AS user_name";

/// Which messages are meant: those before a time, before a message, or both.
#[derive(Clone, Copy, Debug, Default)]
pub struct MessagesBefore {
    pub at: Option<OffsetDateTime>,
    pub id: Option<i64>,
}

/// The newest first, one more than a page where there are more. Of a conversation that the caller was found to see.
pub async fn list(connection: &mut PgConnection, conversation: &ConversationRow, before: MessagesBefore) -> Result<Vec<MessageRow>> {
    let mut sql = QueryBuilder::new(format!("SELECT {COLUMNS} FROM conversation_messages m WHERE m.project_id = "));
    sql.push_bind(conversation.project_id).push(" AND m.conversation_id = ").push_bind(conversation.id);
    if let Some(at) = before.at {
        sql.push(" AND m.created_at < ").push_bind(at);
    }
    if let Some(id) = before.id {
        sql.push(" AND m.id < ").push_bind(id);
    }
    sql.push(" ORDER BY m.id DESC LIMIT ").push(PAGE + 1);
    Ok(sql.build_query_as().fetch_all(connection).await?)
}

/// The caller's message of this request in the conversation.
pub async fn find_by_request(
    connection: &mut PgConnection,
    conversation: &ConversationRow,
    user_id: i64,
    draft: &MessageDraft,
) -> Result<Option<MessageRow>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM conversation_messages m WHERE m.project_id = $1 AND m.conversation_id = $2 AND m.user_id = $3 AND m.request_id = $4"
    );
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(conversation.project_id)
        .bind(conversation.id)
        .bind(user_id)
        .bind(draft.request_id)
        .fetch_optional(connection)
        .await?)
}

/// The first message of a conversation that the caller has just begun.
pub async fn insert_first(
    connection: &mut PgConnection,
    right: &Authorized<resource::Conversation, action::Create>,
    conversation_id: i64,
    draft: &MessageDraft,
    now: OffsetDateTime,
) -> Result<MessageRow> {
    insert_message(connection, right.project_id(), conversation_id, right.caller().user_id, draft, now).await
}

pub async fn insert(
    connection: &mut PgConnection,
    found: &Permitted<ConversationRow, action::Edit>,
    draft: &MessageDraft,
    now: OffsetDateTime,
) -> Result<MessageRow> {
    insert_message(connection, found.project_id(), found.id, found.caller().user_id, draft, now).await
}

/// The author has read it.
async fn insert_message(
    connection: &mut PgConnection,
    project_id: i64,
    conversation_id: i64,
    user_id: i64,
    draft: &MessageDraft,
    now: OffsetDateTime,
) -> Result<MessageRow> {
    let sql = format!(
        "WITH m AS (
             INSERT INTO conversation_messages (project_id, conversation_id, user_id, message, request_id, created_at)
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, conversation_id, user_id, message, request_id, created_at
         ), last AS (
             UPDATE conversations c SET last_message_id = m.id, last_message_at = $6, last_message_user_id = $3, last_message = $7,
                 last_message_pictures = $8
             FROM m WHERE c.project_id = $1 AND c.id = $2
         ), cursor AS (
             INSERT INTO conversation_cursors (conversation_id, user_id, project_id, read_id) SELECT $2, $3, $1, m.id FROM m
             ON CONFLICT (conversation_id, user_id) DO UPDATE SET read_id = excluded.read_id
         )
         SELECT {COLUMNS} FROM m"
    );
    Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(project_id)
        .bind(conversation_id)
        .bind(user_id)
        .bind(&draft.message)
        .bind(draft.request_id)
        .bind(now)
        .bind(draft.excerpt())
        .bind(draft.pictures.len() as i16)
        .fetch_one(connection)
        .await?)
}
