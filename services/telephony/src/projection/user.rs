//! Users, as identity publishes them.
use kit::Result;
use proto::vestibule::events::v1::UserChanged;
use sqlx::PgConnection;

use super::USERS;
use crate::publish;
use crate::store::apartment_number;

/// True when the snapshot was newer than the one that is kept.
pub async fn project(connection: &mut PgConnection, user: &UserChanged) -> Result<bool> {
    let has_number = apartment_number::has_number(connection, user.project_id, user.id).await?;
    let mut groups = match has_number {
        true => apartment_number::groups_of_users(connection, user.project_id, &[user.id]).await?,
        false => Vec::new(),
    };
    let is_newer = USERS.project(connection, user).await?.is_some();
    if is_newer && has_number {
        groups.extend(&user.domain_ids);
        publish::apartment_numbers_changed(connection, user.project_id, groups).await?;
    }
    if is_newer && user.deleted {
        sqlx::query("DELETE FROM interceptions WHERE user_id = $1").bind(user.id).execute(connection).await?;
    }
    Ok(is_newer)
}
