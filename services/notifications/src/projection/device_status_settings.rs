//! The projection of group settings that name a user who receives mails about problems of devices.
use kit::Result;
use kit::projection::Snapshot;
use proto::vestibule::events::v1::GroupSettingsChanged;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use crate::domain::device_problem::{DeviceProblem, MAIL_TYPE, ProblemKind};

/// Mails about problems that a user receives in an hour: a building that loses its network has many devices.
const MAX_MAILS_PER_HOUR: i64 = 20;

/// Ignores a snapshot that is not newer.
pub async fn project(connection: &mut PgConnection, changed: &GroupSettingsChanged) -> Result<()> {
    let row = Snapshot::new("device_status_settings", "project_id, group_id")
        .set("project_id", changed.project_id)
        .set("group_id", changed.id)
        .set("user_id", changed.device_status_user_id)
        .set("of_offline", changed.notify_about_offline_device)
        .set("of_failed_tasks", changed.notify_about_device_task_failed);
    row.store(connection, changed.version).await?;
    Ok(())
}

pub async fn delete_of_group(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<()> {
    sqlx::query("DELETE FROM device_status_settings WHERE project_id = $1 AND group_id = $2")
        .bind(project_id)
        .bind(group_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// A user who receives the mail.
#[derive(sqlx::FromRow)]
pub struct ProblemRecipientRow {
    pub id: i64,
    pub name: String,
    pub email: String,
    pub locale: String,
}

/// None for a group that is unknown or deleted.
pub async fn group_name(connection: &mut PgConnection, project_id: i64, group_id: i64) -> Result<Option<String>> {
    Ok(sqlx::query_scalar("SELECT name FROM group_nodes WHERE project_id = $1 AND id = $2 AND NOT deleted")
        .bind(project_id)
        .bind(group_id)
        .fetch_optional(connection)
        .await?)
}

/// Active users with an e-mail, named by a group of `path`; without those who have received `MAX_MAILS_PER_HOUR`.
pub async fn list_recipients(
    connection: &mut PgConnection,
    problem: &DeviceProblem,
    path: &[i64],
    now: OffsetDateTime,
) -> Result<Vec<ProblemRecipientRow>> {
    Ok(sqlx::query_as(
        "SELECT DISTINCT u.id, coalesce(u.name, '') AS name, u.email, coalesce(u.locale, '') AS locale
         FROM device_status_settings s JOIN users u ON u.project_id = $1 AND u.id = s.user_id
         WHERE s.project_id = $1 AND s.group_id = ANY($2) AND CASE WHEN $3 THEN s.of_offline ELSE s.of_failed_tasks END
             AND u.is_active AND u.email <> ''
             AND (SELECT count(*) FROM mails m WHERE m.project_id = $1 AND m.kind = $4 AND m.to_email = u.email AND m.created_at > $5) < $6
         ORDER BY u.id",
    )
    .bind(problem.project_id)
    .bind(path)
    .bind(problem.kind == ProblemKind::Offline)
    .bind(MAIL_TYPE)
    .bind(now - Duration::hours(1))
    .bind(MAX_MAILS_PER_HOUR)
    .fetch_all(connection)
    .await?)
}
