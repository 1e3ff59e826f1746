//! What is left of a group that domains has deleted.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::store::user::publish_changed;

/// Takes the group away from its users, and publishes them; and from the project's tokens, of which nobody else knows.
pub async fn remove(connection: &mut PgConnection, project_id: i64, domain_id: i64, now: OffsetDateTime) -> Result<()> {
    let left: Vec<i64> = sqlx::query_scalar("DELETE FROM user_domains WHERE project_id = $1 AND domain_id = $2 RETURNING user_id")
        .bind(project_id)
        .bind(domain_id)
        .fetch_all(&mut *connection)
        .await?;
    sqlx::query("UPDATE users SET version = version + 1, updated_at = $3 WHERE project_id = $1 AND id = ANY($2)")
        .bind(project_id)
        .bind(&left)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM token_domains WHERE project_id = $1 AND domain_id = $2")
        .bind(project_id)
        .bind(domain_id)
        .execute(&mut *connection)
        .await?;
    publish_changed(connection, project_id, &left).await
}
