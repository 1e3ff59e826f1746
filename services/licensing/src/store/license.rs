//! Licences.
use kit::Result;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::domain::license::{License, Period, Plan};

/// Licences of one project that are read.
const MAX_LICENSES: i64 = 500;

#[derive(Debug)]
pub struct LicenseRow {
    pub id: i64,
    pub name: String,
    pub plan: Plan,
    pub license: License,
}

#[derive(sqlx::FromRow)]
struct LicenseColumns {
    id: i64,
    name: String,
    plan: i16,
    features: Option<Vec<String>>,
    valid_from: OffsetDateTime,
    valid_to: Option<OffsetDateTime>,
}

/// The licences of a project, the oldest first.
pub async fn list(connection: &mut PgConnection, project_id: i64) -> Result<Vec<LicenseRow>> {
    let rows: Vec<LicenseColumns> =
        sqlx::query_as("SELECT id, name, plan, features, valid_from, valid_to FROM licenses WHERE project_id = $1 ORDER BY valid_from, id LIMIT $2")
            .bind(project_id)
            .bind(MAX_LICENSES)
            .fetch_all(connection)
            .await?;
    let row = |row: LicenseColumns| LicenseRow {
        id: row.id,
        name: row.name,
        plan: Plan::from_number(row.plan),
        license: License { period: Period { from: row.valid_from, to: row.valid_to }, features: row.features },
    };
    Ok(rows.into_iter().map(row).collect())
}

/// A licence with every feature, without an end.
pub async fn insert_unlimited(connection: &mut PgConnection, project_id: i64, name: &str, plan: Plan, from: OffsetDateTime) -> Result<()> {
    sqlx::query("INSERT INTO licenses (project_id, name, plan, valid_from, created_at) VALUES ($1, $2, $3, $4, $4)")
        .bind(project_id)
        .bind(name)
        .bind(plan as i16)
        .bind(from)
        .execute(connection)
        .await?;
    Ok(())
}
