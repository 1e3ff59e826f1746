//! Imports of structures that are in progress, each under a lease.
use kit::{Error, Result};
use policy::action;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::domain::reach::GroupRight;

/// An import whose lease was not renewed for this long counts as abandoned. A step takes less.
const LEASE_TTL: Duration = Duration::minutes(3);

/// Proof that this process holds the import: it has begun it, or claimed it after another process had abandoned it.
#[derive(Clone, Copy, Debug)]
pub struct ImportLease {
    import_id: Uuid,
    project_id: i64,
}

impl ImportLease {
    pub fn import_id(&self) -> Uuid {
        self.import_id
    }

    pub fn project_id(&self) -> i64 {
        self.project_id
    }
}

/// An import whose process has stopped.
#[derive(Debug)]
pub struct AbandonedImport {
    pub lease: ImportLease,
    /// Its groups were created: it has to be finished. Otherwise it has to be undone.
    pub is_made: bool,
}

pub async fn insert(connection: &mut PgConnection, right: &GroupRight<action::Create>, import_id: Uuid, now: OffsetDateTime) -> Result<ImportLease> {
    sqlx::query("INSERT INTO structure_imports (import_id, project_id, user_id, lease_until, started_at) VALUES ($1, $2, $3, $4, $5)")
        .bind(import_id)
        .bind(right.project_id())
        .bind(right.caller().user_id)
        .bind(now + LEASE_TTL)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(ImportLease { import_id, project_id: right.project_id() })
}

/// Renews the lease. An error when it ran out: the import counts as abandoned then.
pub async fn renew_lease(connection: &mut PgConnection, lease: &ImportLease, is_made: bool, now: OffsetDateTime) -> Result<()> {
    let done = sqlx::query(
        "UPDATE structure_imports SET lease_until = $3, is_made = $4 WHERE project_id = $1 AND import_id = $2 AND lease_until >= $5 AND NOT is_made",
    )
    .bind(lease.project_id)
    .bind(lease.import_id)
    .bind(now + LEASE_TTL)
    .bind(is_made)
    .bind(now)
    .execute(connection)
    .await?;
    if done.rows_affected() == 1 { Ok(()) } else { Err(Error::Unavailable(anyhow::anyhow!("the lease of the import has run out"))) }
}

pub async fn delete(connection: &mut PgConnection, lease: &ImportLease) -> Result<()> {
    sqlx::query("DELETE FROM structure_imports WHERE project_id = $1 AND import_id = $2")
        .bind(lease.project_id)
        .bind(lease.import_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Abandoned imports of every project. The process that claims them has them until a new lease runs out.
pub async fn claim_abandoned(connection: &mut PgConnection, now: OffsetDateTime) -> Result<Vec<AbandonedImport>> {
    let claimed: Vec<(Uuid, i64, bool)> =
        sqlx::query_as("UPDATE structure_imports SET lease_until = $2 WHERE lease_until < $1 RETURNING import_id, project_id, is_made")
            .bind(now)
            .bind(now + LEASE_TTL)
            .fetch_all(connection)
            .await?;
    Ok(claimed
        .into_iter()
        .map(|(import_id, project_id, is_made)| AbandonedImport { lease: ImportLease { import_id, project_id }, is_made })
        .collect())
}
