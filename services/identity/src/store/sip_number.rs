//! Virtual numbers of users: the projection of telephony's events.
use kit::Result;
use proto::vestibule::events::v1::NumberChanged;
use sqlx::PgConnection;

/// Takes a snapshot, unless a newer one was taken. Gives the users whose number it is, or was until now.
pub async fn apply(connection: &mut PgConnection, number: &NumberChanged) -> Result<Vec<i64>> {
    let before: Option<Option<i64>> =
        sqlx::query_scalar("SELECT user_id FROM sip_numbers WHERE id = $1").bind(number.id).fetch_optional(&mut *connection).await?;
    let user = Some(number.user_id).filter(|id| *id != 0 && !number.deleted);
    let taken = sqlx::query(
        "INSERT INTO sip_numbers (id, project_id, user_id, number, is_active, version) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, number = excluded.number, is_active = excluded.is_active, version = excluded.version
         WHERE sip_numbers.version < excluded.version",
    )
    .bind(number.id)
    .bind(number.project_id)
    .bind(user)
    .bind(&number.number)
    .bind(number.is_active)
    .bind(number.version)
    .execute(connection)
    .await?;
    if taken.rows_affected() == 0 {
        return Ok(Vec::new());
    }
    let mut users: Vec<i64> = before.flatten().into_iter().chain(user).collect();
    users.dedup();
    Ok(users)
}

/// The number that a user's phone registers with: of several, the lowest that is switched on.
pub async fn of_user(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar(
        "SELECT number FROM sip_numbers WHERE project_id = $1 AND user_id = $2 AND is_active ORDER BY length(number), number LIMIT 1",
    )
    .bind(project_id)
    .bind(user_id)
    .fetch_optional(connection)
    .await?)
}
