//! Pictures and terms of use.
use kit::listing::Permitted;
use kit::{Error, Result};
use policy::action;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::amenity::AmenityRow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmenityFileKind {
    Image = 1,
    TermsOfUse = 2,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AmenityFileRow {
    pub file_name: String,
    pub content_type: String,
    pub data: Vec<u8>,
}

/// In place of the one before, under a new key.
pub async fn replace(
    connection: &mut PgConnection,
    found: &Permitted<AmenityRow, action::Edit>,
    kind: AmenityFileKind,
    file: &AmenityFileRow,
    now: OffsetDateTime,
) -> Result<Uuid> {
    let key = Uuid::new_v4();
    sqlx::query(
        "INSERT INTO amenity_files (key, project_id, amenity_id, kind, file_name, content_type, data, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (amenity_id, kind) DO UPDATE SET key = excluded.key, file_name = excluded.file_name, content_type = excluded.content_type,
             data = excluded.data, created_at = excluded.created_at",
    )
    .bind(key)
    .bind(found.project_id())
    .bind(found.id)
    .bind(kind as i16)
    .bind(&file.file_name)
    .bind(&file.content_type)
    .bind(&file.data)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(key)
}

/// Whether there was one.
pub async fn delete(connection: &mut PgConnection, found: &Permitted<AmenityRow, action::Edit>, kind: AmenityFileKind) -> Result<bool> {
    let done = sqlx::query("DELETE FROM amenity_files WHERE project_id = $1 AND amenity_id = $2 AND kind = $3");
    Ok(done.bind(found.project_id()).bind(found.id).bind(kind as i16).execute(connection).await?.rows_affected() == 1)
}

/// In any project: the key is the permission to see the file.
pub async fn by_key(connection: &mut PgConnection, key: Uuid) -> Result<AmenityFileRow> {
    let file = sqlx::query_as("SELECT file_name, content_type, data FROM amenity_files WHERE key = $1").bind(key).fetch_optional(connection).await?;
    file.ok_or(Error::NotFound)
}
