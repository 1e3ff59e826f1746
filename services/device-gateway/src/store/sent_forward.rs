//! What panels have confirmed that they call for each apartment. For the platform itself.
use std::collections::BTreeMap;

use kit::Result;
use policy::{Authorized, action, resource};
use sqlx::PgConnection;

/// By apartment; None where it is uncertain.
pub async fn list(connection: &mut PgConnection, device_id: i64) -> Result<BTreeMap<String, Option<Vec<String>>>> {
    let rows: Vec<(String, Option<Vec<String>>)> =
        sqlx::query_as("SELECT apartment, numbers FROM sent_forwards WHERE device_id = $1").bind(device_id).fetch_all(connection).await?;
    Ok(rows.into_iter().collect())
}

/// Everything is sent again; the device was locked.
pub async fn mark_uncertain(connection: &mut PgConnection, right: &Authorized<resource::Device, action::Edit>, device_id: i64) -> Result<()> {
    let statement = "UPDATE sent_forwards SET numbers = NULL WHERE project_id = $1 AND device_id = $2";
    sqlx::query(statement).bind(right.project_id()).bind(device_id).execute(connection).await?;
    Ok(())
}

/// Panels at or above one of the groups that are sent something.
pub async fn list_panels(connection: &mut PgConnection, project_id: i64, groups: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar(
        "SELECT d.id FROM devices d WHERE d.project_id = $1 AND d.type = 1 AND d.protocol <> 3 AND NOT d.deleted
           AND d.domain_id IN (SELECT c.ancestor_id FROM group_closure c WHERE c.descendant_id = ANY($2)) ORDER BY d.id",
    )
    .bind(project_id)
    .bind(groups)
    .fetch_all(connection)
    .await?)
}
