//! Peaks and means of days.
use kit::Result;
use sqlx::PgConnection;
use time::Date;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LicenseDayRow {
    pub day: Date,
    pub kind: i16,
    pub peak: i64,
    pub mean: f64,
    pub maximum: Option<i64>,
}

/// Of the project (group 0) or of a group with limits of its own, by day and kind. `days` is bounded by the caller.
pub async fn list(connection: &mut PgConnection, project_id: i64, group_id: i64, from: Date, to: Date) -> Result<Vec<LicenseDayRow>> {
    Ok(sqlx::query_as(
        "SELECT day, kind, peak, total::double precision / samples AS mean, maximum FROM license_days
         WHERE project_id = $1 AND group_id = $2 AND day BETWEEN $3 AND $4 ORDER BY day, kind",
    )
    .bind(project_id)
    .bind(group_id)
    .bind(from)
    .bind(to)
    .fetch_all(connection)
    .await?)
}
