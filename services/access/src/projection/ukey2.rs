//! What other services say about keys of mobile applications: their users leave, their installations sign out, doors open.
use kit::Result;
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use crate::store::ukey2::{COLUMNS, Ukey2Row};

/// Revokes the key of an installation that has signed out. The installation is locked first, so that a key that is being
/// issued is seen, or sees this.
pub async fn sign_out(connection: &mut PgConnection, project_id: i64, user_id: i64, client_id: i64, at: OffsetDateTime) -> Result<Vec<Ukey2Row>> {
    let is_of_earlier_session: bool = sqlx::query_scalar(
        "INSERT INTO mobile_clients (id, project_id, user_id, signed_out_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET signed_out_at = greatest(mobile_clients.signed_out_at, excluded.signed_out_at)
         RETURNING coalesce(signed_in_at > $4, false)",
    )
    .bind(client_id)
    .bind(project_id)
    .bind(user_id)
    .bind(at)
    .fetch_one(&mut *connection)
    .await?;
    // Events come late: the key may be that of the installation's next session.
    if is_of_earlier_session {
        return Ok(Vec::new());
    }
    revoke(connection, project_id, "i.mobile_client_id = $2", client_id, Some(at)).await
}

/// Revokes the keys of a deleted user, and forgets their installations.
pub async fn remove_user(connection: &mut PgConnection, project_id: i64, user_id: i64) -> Result<Vec<Ukey2Row>> {
    let revoked = revoke(connection, project_id, "i.owner_id = $2 AND i.type = 3", user_id, None).await?;
    sqlx::query("DELETE FROM mobile_clients WHERE project_id = $1 AND user_id = $2").bind(project_id).bind(user_id).execute(connection).await?;
    Ok(revoked)
}

/// At the time of the statement where the event has none.
async fn revoke(connection: &mut PgConnection, project_id: i64, which: &'static str, id: i64, at: Option<OffsetDateTime>) -> Result<Vec<Ukey2Row>> {
    let sql = format!(
        "WITH revoked AS (
             UPDATE identifiers i SET revoked_at = coalesce($3, now()), updated_at = coalesce($3, now()), version = version + 1
             WHERE i.project_id = $1 AND {which} AND i.revoked_at IS NULL RETURNING i.*)
         SELECT {COLUMNS} FROM revoked i LEFT JOIN people p ON p.id = i.owner_id LEFT JOIN group_nodes g ON g.id = i.domain_id
             LEFT JOIN mobile_clients m ON m.id = i.mobile_client_id ORDER BY i.id"
    ); // Nothing but constants.
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(project_id).bind(id).bind(at).fetch_all(connection).await?)
}

/// Notes that a door has opened for an identifier, when that is a key of an application.
pub async fn note_use(connection: &mut PgConnection, project_id: i64, id: i64, at: OffsetDateTime) -> Result<()> {
    sqlx::query("UPDATE identifiers SET last_used_at = greatest(last_used_at, $3) WHERE project_id = $1 AND id = $2 AND type = 3")
        .bind(project_id)
        .bind(id)
        .bind(at)
        .execute(connection)
        .await?;
    Ok(())
}
