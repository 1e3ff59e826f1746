//! Photos of people who are deleted.
use kit::Result;
use sqlx::PgConnection;

/// Their faces open nothing any more.
pub async fn delete_of_owner(connection: &mut PgConnection, project_id: i64, owner: i64) -> Result<()> {
    sqlx::query("DELETE FROM identifier_photos f USING identifiers i WHERE i.id = f.identifier_id AND i.project_id = $1 AND i.owner_id = $2")
        .bind(project_id)
        .bind(owner)
        .execute(connection)
        .await?;
    Ok(())
}
