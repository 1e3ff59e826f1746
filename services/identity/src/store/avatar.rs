//! Pictures of people.
use image_upload::Picture;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use sqlx::PgConnection;
use sqlx::types::Uuid;
use time::OffsetDateTime;

#[derive(sqlx::FromRow)]
pub struct Avatar {
    pub content_type: String,
    pub data: Vec<u8>,
}

/// In place of the one before; the key is a new one, so that no browser shows the old picture.
pub async fn replace(
    connection: &mut PgConnection,
    right: &Authorized<resource::User, action::Edit>,
    user_id: i64,
    avatar: &Picture,
    now: OffsetDateTime,
) -> Result<Uuid> {
    delete(connection, right, user_id).await?;
    let key = Uuid::new_v4();
    sqlx::query("INSERT INTO avatars (key, project_id, user_id, content_type, data, created_at) VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(key)
        .bind(right.project_id())
        .bind(user_id)
        .bind(avatar.content_type)
        .bind(&avatar.data)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(key)
}

/// False when there is none.
pub async fn delete(connection: &mut PgConnection, right: &Authorized<resource::User, action::Edit>, user_id: i64) -> Result<bool> {
    let done = sqlx::query("DELETE FROM avatars WHERE project_id = $1 AND user_id = $2");
    Ok(done.bind(right.project_id()).bind(user_id).execute(connection).await?.rows_affected() > 0)
}

/// In any project: the key is the permission to see the picture.
pub async fn by_key(connection: &mut PgConnection, key: Uuid) -> Result<Avatar> {
    let found = sqlx::query_as("SELECT content_type, data FROM avatars WHERE key = $1").bind(key).fetch_optional(connection).await?;
    found.ok_or(Error::NotFound)
}
