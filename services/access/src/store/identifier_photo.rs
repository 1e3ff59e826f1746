//! The table of photos of faces. The files are deleted when their rows are gone: a trigger notes them.
use kit::listing::Permitted;
use kit::{Error, Result};
use policy::action;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::identifier::IdentifierRow;

pub struct NewPhoto {
    pub blob: String,
    pub size: i32,
    pub sha256: String,
    pub has_consent: bool,
}

/// Takes the place of the photo before.
pub async fn upsert(
    connection: &mut PgConnection,
    found: &Permitted<IdentifierRow, action::Edit>,
    photo: &NewPhoto,
    user_id: i64,
    now: OffsetDateTime,
) -> Result<()> {
    sqlx::query(
        "INSERT INTO identifier_photos (identifier_id, project_id, blob, size, sha256, consent_at, consent_by, taken_at)
         VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN $8 END, CASE WHEN $6 THEN $7 END, $8)
         ON CONFLICT (identifier_id) DO UPDATE SET blob = excluded.blob, size = excluded.size, sha256 = excluded.sha256,
             consent_at = excluded.consent_at, consent_by = excluded.consent_by, taken_at = excluded.taken_at",
    )
    .bind(found.id)
    .bind(found.project_id())
    .bind(&photo.blob)
    .bind(photo.size)
    .bind(&photo.sha256)
    .bind(photo.has_consent)
    .bind(user_id)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    sqlx::query("UPDATE identifiers SET updated_at = $3, version = version + 1 WHERE project_id = $1 AND id = $2")
        .bind(found.project_id())
        .bind(found.id)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}

/// The identifier was made for a photo that was refused.
pub async fn delete_identifier(connection: &mut PgConnection, found: &Permitted<IdentifierRow, action::Edit>) -> Result<()> {
    sqlx::query("DELETE FROM identifiers WHERE project_id = $1 AND id = $2").bind(found.project_id()).bind(found.id).execute(connection).await?;
    Ok(())
}

/// Where the photo of a face with this hash lies. `NotFound` once it is another one.
pub async fn find_blob(connection: &mut PgConnection, project_id: i64, link_id: Uuid, sha256: &str) -> Result<String> {
    let found = sqlx::query_scalar(
        "SELECT f.blob FROM identifier_photos f JOIN identifiers i ON i.id = f.identifier_id
         WHERE f.project_id = $1 AND i.link_id = $2 AND f.sha256 = $3 AND i.revoked_at IS NULL",
    );
    found.bind(project_id).bind(link_id).bind(sha256).fetch_optional(connection).await?.ok_or(Error::NotFound)
}
