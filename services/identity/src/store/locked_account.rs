//! An account that nobody else changes until the transaction ends: what its second factors are written by.
use kit::Result;
use sqlx::PgConnection;

#[derive(Debug)]
pub struct LockedAccount {
    id: i64,
}

impl LockedAccount {
    pub fn id(&self) -> i64 {
        self.id
    }
}

/// In a transaction of the platform: an account belongs to no project.
pub async fn lock(connection: &mut PgConnection, id: i64) -> Result<LockedAccount> {
    let id = sqlx::query_scalar("SELECT id FROM accounts WHERE id = $1 FOR UPDATE").bind(id).fetch_one(connection).await?;
    Ok(LockedAccount { id })
}
