//! The tables of access. Every function works in the caller's transaction.
pub mod access_matrix;
pub mod access_rule;
pub mod adopted_list;
pub mod device_access;
pub mod device_list;
pub mod elevator;
pub mod elevator_access_rule;
pub mod group;
pub mod guest_key;
pub mod identifier;
pub mod identifier_import;
pub mod identifier_photo;
pub mod imported_identifier;
pub mod license;
pub mod lockdown;
pub mod opening;
pub mod opening_door;
pub mod related;
pub mod time_rule;
pub mod ukey2;

use kit::{Database, Result, Tx};

/// A transaction in which every statement sees the project as it was at the first one. It cannot write.
pub async fn snapshot(database: &Database, project_id: i64) -> Result<Tx> {
    let mut tx = database.tenant(project_id).await?;
    freeze(&mut tx).await?;
    Ok(tx)
}

/// The same for a transaction that has read nothing yet.
pub async fn freeze(tx: &mut Tx) -> Result<()> {
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut **tx).await?;
    Ok(())
}
