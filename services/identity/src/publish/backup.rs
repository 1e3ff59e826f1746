//! `backup.made` and `backup.applied`, for api-gateway, which has no outbox.
use kit::{Result, outbox};
use proto::vestibule::events::v1::{BackupApplied, BackupMade};
use sqlx::PgConnection;

pub const MADE_TOPIC: &str = "backup.made";
pub const APPLIED_TOPIC: &str = "backup.applied";

pub async fn made(connection: &mut PgConnection, event: &BackupMade) -> Result<()> {
    outbox::emit(connection, event.project_id, MADE_TOPIC, &aggregate(event.backup_id), event).await
}

pub async fn applied(connection: &mut PgConnection, event: &BackupApplied) -> Result<()> {
    outbox::emit(connection, event.project_id, APPLIED_TOPIC, &aggregate(event.backup_id), event).await
}

fn aggregate(backup_id: i64) -> String {
    format!("backup:{backup_id}")
}
