//! What routing needs to know of the project.
use std::time::Duration;

use kit::Result;
use sqlx::PgConnection;

#[derive(sqlx::FromRow)]
struct ProjectRow {
    suspended: bool,
    time_zone: String,
    is_enabled: bool,
    talk_timeout: i32,
    features: Vec<String>,
}

pub struct Project {
    pub is_open: bool,
    pub has_trunks: bool,
    pub time_zone: String,
    pub talk_timeout: Duration,
}

/// A project that has no SIP settings yet uses the installation's: switched on, and two minutes to talk.
pub async fn find(connection: &mut PgConnection, project_id: i64) -> Result<Project> {
    let row: ProjectRow = sqlx::query_as(
        "SELECT coalesce(p.suspended, false) AS suspended, coalesce(p.time_zone, 'UTC') AS time_zone,
             coalesce(s.is_enabled, true) AS is_enabled, coalesce(s.talk_timeout, 120) AS talk_timeout, coalesce(f.features, '{}') AS features
         FROM (SELECT $1::bigint AS project_id) asked
         LEFT JOIN projects p USING (project_id) LEFT JOIN project_sip s USING (project_id) LEFT JOIN project_features f USING (project_id)",
    )
    .bind(project_id)
    .fetch_one(connection)
    .await?;
    let has = |feature: &str| row.features.iter().any(|held| held == feature);
    Ok(Project {
        is_open: !row.suspended && row.is_enabled && has("sip"),
        has_trunks: has("sip.trunks"),
        time_zone: row.time_zone,
        talk_timeout: Duration::from_secs(row.talk_timeout.max(1) as u64),
    })
}
