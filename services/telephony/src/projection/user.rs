//! Users, as identity publishes them.
use kit::Result;
use proto::vestibule::events::v1::UserChanged;
use sqlx::PgConnection;

use super::USERS;

/// True when the snapshot was newer than the one that is kept.
pub async fn project(connection: &mut PgConnection, user: &UserChanged) -> Result<bool> {
    let is_newer = USERS.project(connection, user).await?.is_some();
    if is_newer && user.deleted {
        sqlx::query("DELETE FROM interceptions WHERE user_id = $1").bind(user.id).execute(connection).await?;
    }
    Ok(is_newer)
}
