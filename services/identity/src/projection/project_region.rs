//! Zone and language of a project, which domains keeps among the project's settings.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::store::project::publish_changed;

/// Stores them, and publishes the project when they differ.
pub async fn project(connection: &mut PgConnection, id: i64, time_zone: &str, locale: &str, now: OffsetDateTime) -> Result<()> {
    let changed = sqlx::query(
        "UPDATE projects SET time_zone = $2, locale = $3, updated_at = $4, version = version + 1
         WHERE id = $1 AND (time_zone, locale) IS DISTINCT FROM ($2, $3)",
    )
    .bind(id)
    .bind(time_zone)
    .bind(locale)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 1 { publish_changed(connection, id, false).await } else { Ok(()) }
}
