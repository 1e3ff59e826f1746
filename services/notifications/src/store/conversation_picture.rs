//! The table of pictures of messages. Their bytes are in the blob store.
use kit::{Error, Result};
use policy::{Authorized, Caller, action, resource};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::store::conversation::ConversationRow;

/// The folder of all pictures in the blob store.
pub const FOLDER: &str = "conversations";
/// The end of the key of a thumbnail.
const THUMBNAIL: &str = "-thumbnail";

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PictureRow {
    pub key: Uuid,
    pub project_id: i64,
    pub content_type: String,
    /// Bytes.
    pub size: i32,
    /// Pixels.
    pub width: i32,
    pub height: i32,
    /// None for a picture that is shown as it is.
    pub thumbnail_type: Option<String>,
    /// Bytes.
    pub thumbnail_size: i32,
}

/// What pictures take that are there already.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct PictureUseRow {
    /// Pictures that the person has uploaded and not sent.
    pub unsent: i64,
    /// Bytes of what they have uploaded since a moment.
    pub bytes_of_person: i64,
    pub of_project: i64,
    pub bytes_of_project: i64,
}

const COLUMNS: &str = "p.key, p.project_id, p.content_type, p.size, p.width, p.height, p.thumbnail_type, p.thumbnail_size";

impl PictureRow {
    /// In the blob store.
    pub fn object_key(&self) -> String {
        object_key(self.project_id, self.key)
    }

    pub fn thumbnail_key(&self) -> String {
        thumbnail_key(self.project_id, self.key)
    }
}

fn object_key(project_id: i64, key: Uuid) -> String {
    format!("{FOLDER}/{project_id}/{key}")
}

fn thumbnail_key(project_id: i64, key: Uuid) -> String {
    object_key(project_id, key) + THUMBNAIL
}

/// A picture that is deleted, or that an object is asked about.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct StoredPicture {
    pub project_id: i64,
    pub key: Uuid,
    pub has_thumbnail: bool,
}

impl StoredPicture {
    /// In the blob store.
    pub fn object_keys(self) -> Vec<String> {
        let thumbnail = self.has_thumbnail.then(|| thumbnail_key(self.project_id, self.key));
        [object_key(self.project_id, self.key)].into_iter().chain(thumbnail).collect()
    }
}

/// With thumbnails. `since`: from when on the bytes of the person count.
pub async fn used(connection: &mut PgConnection, caller: &Caller, since: OffsetDateTime) -> Result<PictureUseRow> {
    Ok(sqlx::query_as(
        "SELECT (SELECT count(*) FROM conversation_pictures WHERE project_id = $1 AND created_by = $2 AND message_id IS NULL) AS unsent,
                (SELECT coalesce(sum(size::bigint + thumbnail_size), 0)::bigint FROM conversation_pictures
                     WHERE project_id = $1 AND created_by = $2 AND created_at > $3) AS bytes_of_person,
                count(*) AS of_project, coalesce(sum(size::bigint + thumbnail_size), 0)::bigint AS bytes_of_project
         FROM conversation_pictures WHERE project_id = $1",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(since)
    .fetch_one(connection)
    .await?)
}

pub async fn insert(
    connection: &mut PgConnection,
    right: &Authorized<resource::Conversation, action::Edit>,
    picture: &PictureRow,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO conversation_pictures (key, project_id, content_type, size, width, height, thumbnail_type, thumbnail_size, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(picture.key)
    .bind(right.project_id())
    .bind(&picture.content_type)
    .bind(picture.size)
    .bind(picture.width)
    .bind(picture.height)
    .bind(&picture.thumbnail_type)
    .bind(picture.thumbnail_size)
    .bind(right.caller().user_id)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives a message of the caller's the pictures that they have uploaded, in this order. Returns those that it now has: what
/// somebody else has uploaded, what was sent before and what is gone is not among them.
pub async fn attach(connection: &mut PgConnection, caller: &Caller, message_id: i64, keys: &[Uuid]) -> Result<Vec<Uuid>> {
    Ok(sqlx::query_scalar(
        "UPDATE conversation_pictures p SET message_id = $4, place = named.place - 1
         FROM unnest($3::uuid[]) WITH ORDINALITY AS named (key, place)
         WHERE p.project_id = $1 AND p.created_by = $2 AND p.key = named.key AND p.message_id IS NULL RETURNING p.key",
    )
    .bind(caller.project_id)
    .bind(caller.user_id)
    .bind(keys)
    .bind(message_id)
    .fetch_all(connection)
    .await?)
}

/// Pictures of messages of one conversation, each with its message, in their order.
pub async fn of_messages(connection: &mut PgConnection, project_id: i64, message_ids: &[i64]) -> Result<Vec<(i64, PictureRow)>> {
    #[derive(sqlx::FromRow)]
    struct SentPicture {
        message_id: i64,
        #[sqlx(flatten)]
        picture: PictureRow,
    }
    let sql = format!(
        "SELECT p.message_id, {COLUMNS} FROM conversation_pictures p WHERE p.project_id = $1 AND p.message_id = ANY($2) ORDER BY p.message_id, p.place"
    );
    let rows: Vec<SentPicture> = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(project_id).bind(message_ids).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.message_id, row.picture)).collect())
}

/// Of a conversation that the caller was found to see. `NotFound` for a picture of another one, and for one that was not sent.
pub async fn find(connection: &mut PgConnection, conversation: &ConversationRow, key: Uuid) -> Result<PictureRow> {
    let sql = format!(
        "SELECT {COLUMNS} FROM conversation_pictures p JOIN conversation_messages m ON m.id = p.message_id
         WHERE p.project_id = $1 AND p.key = $2 AND m.conversation_id = $3"
    );
    let found = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(conversation.project_id).bind(key).bind(conversation.id);
    found.fetch_optional(connection).await?.ok_or(Error::NotFound)
}

/// Keys in the blob store of every picture of a conversation.
pub async fn objects_of(connection: &mut PgConnection, conversation: &ConversationRow) -> Result<Vec<String>> {
    let pictures: Vec<StoredPicture> = sqlx::query_as(
        "SELECT p.project_id, p.key, p.thumbnail_type IS NOT NULL AS has_thumbnail
         FROM conversation_messages m JOIN conversation_pictures p ON p.message_id = m.id WHERE m.project_id = $1 AND m.conversation_id = $2",
    )
    .bind(conversation.project_id)
    .bind(conversation.id)
    .fetch_all(connection)
    .await?;
    Ok(pictures.into_iter().flat_map(StoredPicture::object_keys).collect())
}

/// Those of the keys in the blob store that rows name.
pub async fn named(connection: &mut PgConnection, object_keys: &[String]) -> Result<Vec<String>> {
    let key_of = |object: &String| -> Option<Uuid> {
        let name = object.rsplit('/').next()?;
        name.strip_suffix(THUMBNAIL).unwrap_or(name).parse().ok()
    };
    let keys: Vec<Uuid> = object_keys.iter().filter_map(key_of).collect();
    let sql = "SELECT project_id, key, thumbnail_type IS NOT NULL AS has_thumbnail FROM conversation_pictures WHERE key = ANY($1)";
    let found: Vec<StoredPicture> = sqlx::query_as(sql).bind(keys).fetch_all(connection).await?;
    Ok(found.into_iter().flat_map(StoredPicture::object_keys).collect())
}
