//! The tables of access. Every function works in the caller's transaction.
pub mod access_rule;
pub mod device_access;
pub mod device_list;
pub mod identifier;
pub mod imported_identifier;
pub mod related;
pub mod time_rule;

use kit::{Database, Result, Tx};

/// A transaction in which every statement sees the project as it was at the first one. It cannot write.
pub async fn snapshot(database: &Database, project_id: i64) -> Result<Tx> {
    let mut tx = database.tenant(project_id).await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut *tx).await?;
    Ok(tx)
}
