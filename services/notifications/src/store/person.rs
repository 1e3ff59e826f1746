//! The projection of users and their groups.
use kit::Result;
use proto::vestibule::events::v1::UserChanged;
use sqlx::PgConnection;

/// Takes a snapshot, unless a newer one was taken.
pub async fn apply(connection: &mut PgConnection, user: &UserChanged) -> Result<()> {
    let taken = sqlx::query(
        "INSERT INTO users (id, project_id, version, role_id, is_active, name, email, locale) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET version = excluded.version, role_id = excluded.role_id, is_active = excluded.is_active,
             name = excluded.name, email = excluded.email, locale = excluded.locale
         WHERE users.version < excluded.version",
    )
    .bind(user.id)
    .bind(user.project_id)
    .bind(user.version)
    .bind(user.role_id)
    .bind(user.is_active && !user.deleted)
    // Of somebody who is gone nothing is kept.
    .bind((!user.deleted).then_some(&user.name))
    .bind((!user.deleted).then_some(&user.email))
    .bind((!user.deleted).then_some(&user.locale))
    .execute(&mut *connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query("DELETE FROM user_groups WHERE user_id = $1").bind(user.id).execute(&mut *connection).await?;
    if user.deleted {
        return forget(connection, user.id).await;
    }
    sqlx::query("INSERT INTO user_groups (user_id, group_id, project_id) SELECT $1, unnest($3::bigint[]), $2 ON CONFLICT DO NOTHING")
        .bind(user.id)
        .bind(user.project_id)
        .bind(&user.domain_ids)
        .execute(connection)
        .await?;
    Ok(())
}

/// What a removed user was told goes with them. The row in users stays, so that an old snapshot does not bring them back.
async fn forget(connection: &mut PgConnection, user_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM notifications WHERE user_id = $1").bind(user_id).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM notification_settings WHERE user_id = $1").bind(user_id).execute(connection).await?;
    Ok(())
}
