//! Browsers whose user or session is no more receive nothing.
use kit::Result;
use proto::vestibule::events::v1::SessionRevoked;
use sqlx::PgConnection;

pub async fn delete_of_session(connection: &mut PgConnection, revoked: &SessionRevoked) -> Result<()> {
    sqlx::query("DELETE FROM push_subscriptions WHERE project_id = $1 AND user_id = $2 AND session_id = $3")
        .bind(revoked.project_id)
        .bind(revoked.user_id)
        .bind(revoked.session_id)
        .execute(connection)
        .await?;
    Ok(())
}
