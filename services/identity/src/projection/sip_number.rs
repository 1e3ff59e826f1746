//! Virtual numbers of users: the projection of telephony's events.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::NumberChanged;
use sqlx::PgConnection;

/// Takes a snapshot, unless a newer one was taken. Gives the users whose number it is, or was until now.
pub async fn project(connection: &mut PgConnection, number: &NumberChanged) -> Result<Vec<i64>> {
    let before: Option<Option<i64>> =
        sqlx::query_scalar("SELECT user_id FROM sip_numbers WHERE id = $1").bind(number.id).fetch_optional(&mut *connection).await?;
    let user = Some(number.user_id).filter(|id| *id != 0 && !number.deleted);
    let row = Snapshot::new("sip_numbers", "id")
        .set("id", number.id)
        .set("project_id", number.project_id)
        .set("user_id", user)
        .set("number", &number.number)
        .set("is_active", number.is_active);
    if !row.store(connection, number.version).await? {
        return Ok(Vec::new());
    }
    let mut users: Vec<i64> = before.flatten().into_iter().chain(user).collect();
    users.dedup();
    Ok(users)
}

/// The number that a user's phone registers with: of several, the lowest that is switched on.
pub async fn find(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar(
        "SELECT number FROM sip_numbers WHERE project_id = $1 AND user_id = $2 AND is_active ORDER BY length(number), number LIMIT 1",
    )
    .bind(project_id)
    .bind(user_id)
    .fetch_optional(connection)
    .await?)
}
