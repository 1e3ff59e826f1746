//! The projection of users and their groups.
use kit::Result;
use kit::projection::{DeletedUser, UserColumn, UserProjection};
use proto::vestibule::events::v1::UserChanged;
use sqlx::PgConnection;

/// Personal data of a deleted user is not kept.
pub const USERS: UserProjection = UserProjection {
    users: "users",
    groups: "user_groups",
    columns: &[UserColumn::Role, UserColumn::IsActive, UserColumn::Name, UserColumn::Email, UserColumn::Locale],
    deleted: DeletedUser::Cleared,
};

pub async fn project(connection: &mut PgConnection, user: &UserChanged) -> Result<()> {
    if user.deleted {
        keep_former_name(connection, user).await?;
    }
    let is_newer = USERS.project(connection, user).await?.is_some();
    if is_newer && user.deleted {
        delete_notifications(connection, user.id).await?;
    }
    Ok(())
}

/// None where it is not known, or empty for a user without one.
pub async fn find_email(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<Option<String>> {
    let email: Option<Option<String>> = sqlx::query_scalar("SELECT email FROM users WHERE project_id = $1 AND id = $2 AND is_active")
        .bind(project_id)
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    Ok(email.flatten())
}

/// In conversations: whoever wrote to them still sees to whom.
async fn keep_former_name(connection: &mut PgConnection, user: &UserChanged) -> Result<()> {
    sqlx::query(
        "WITH known AS (SELECT name FROM users WHERE project_id = $1 AND id = $2 AND name IS NOT NULL), begun AS (
             UPDATE conversations c SET former_user_name = known.name FROM known WHERE c.project_id = $1 AND c.user_id = $2 RETURNING 1
         )
         UPDATE conversations c SET former_peer_name = known.name FROM known WHERE c.project_id = $1 AND c.peer_id = $2",
    )
    .bind(user.project_id)
    .bind(user.id)
    .execute(connection)
    .await?;
    Ok(())
}

async fn delete_notifications(connection: &mut PgConnection, user_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM notifications WHERE user_id = $1").bind(user_id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM notification_settings WHERE user_id = $1").bind(user_id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM push_subscriptions WHERE user_id = $1").bind(user_id).execute(connection).await?;
    Ok(())
}

/// The permissions and groups of an active user, as they are now; None for anybody else.
pub async fn find_rights(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<Option<(Vec<String>, Vec<i64>)>> {
    Ok(sqlx::query_as(
        "SELECT r.permissions, ARRAY(SELECT m.group_id FROM user_groups m WHERE m.user_id = u.id ORDER BY m.group_id)
         FROM users u JOIN roles r ON r.id = u.role_id AND r.project_id = $1 WHERE u.project_id = $1 AND u.id = $2 AND u.is_active",
    )
    .bind(project_id)
    .bind(user_id)
    .fetch_optional(connection)
    .await?)
}
