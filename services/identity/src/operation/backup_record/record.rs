use kit::{Result, audit, clock};
use policy::{Caller, Resource};
use proto::vestibule::events::v1::{BackupApplied, BackupMade};
use serde_json::{Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::app::App;
use crate::publish;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackupAction {
    Create,
    Download,
    Apply,
    Undo,
    Delete,
    BeginManagement,
    EndManagement,
}

/// What was done with a backup, and by whom.
pub struct BackupRecord {
    pub action: BackupAction,
    pub id: i64,
    pub name: String,
    pub user_id: i64,
    pub user_name: String,
    pub ip: String,
    pub request_id: String,
    /// Of an apply or an undo.
    pub is_whole: bool,
    pub refusals_count: i32,
}

impl BackupAction {
    /// As the audit log has it.
    fn word(self) -> &'static str {
        match self {
            BackupAction::Create => "create",
            BackupAction::Download => "download",
            BackupAction::Apply => "apply",
            BackupAction::Undo => "undo",
            BackupAction::Delete => "delete",
            BackupAction::BeginManagement => "begin management",
            BackupAction::EndManagement => "end management",
        }
    }
}

/// Into the audit log and, of what was made or applied, to those who hear events.
pub async fn record(app: &App, service: &Caller, record: BackupRecord) -> Result<()> {
    let mut tx = app.context.database.tenant(service.project_id).await?;
    let user = crate::operation::audit::on_behalf(service, service.project_id, record.user_id, &record.user_name);
    // The gateway passes on the token by which it was asked.
    let user = Caller { ip: record.ip.clone(), request_id: record.request_id.clone(), token: service.token.clone(), ..user };
    let change = audit::Change {
        action: record.action.word(),
        resource: Resource::Backup,
        id: record.id,
        name: &record.name,
        before: Value::Null,
        after: outcome(&record),
    };
    audit::record(&mut tx, &app.context.clock, &user, change).await?;
    publish(&mut tx, service.project_id, &record, app.context.clock.now()).await?;
    tx.commit().await?;
    Ok(())
}

fn outcome(record: &BackupRecord) -> Value {
    match record.action {
        BackupAction::Apply | BackupAction::Undo => json!({ "status": status(record), "refusals_count": record.refusals_count }),
        _ => Value::Null,
    }
}

fn status(record: &BackupRecord) -> &'static str {
    match (record.action, record.is_whole) {
        (_, false) => "failed",
        (BackupAction::Undo, true) => "undone",
        (_, true) => "applied",
    }
}

async fn publish(connection: &mut PgConnection, project_id: i64, record: &BackupRecord, now: OffsetDateTime) -> Result<()> {
    let (backup_id, name, user_id, user_name) = (record.id, record.name.clone(), record.user_id, record.user_name.clone());
    let at = Some(clock::to_proto(now));
    match record.action {
        BackupAction::Create => publish::backup::made(connection, &BackupMade { project_id, backup_id, name, user_id, user_name, at }).await,
        BackupAction::Apply | BackupAction::Undo => {
            let (status, refusals_count) = (status(record).to_owned(), record.refusals_count);
            let event = BackupApplied { project_id, backup_id, name, user_id, user_name, at, status, refusals_count };
            publish::backup::applied(connection, &event).await
        }
        BackupAction::Download | BackupAction::Delete | BackupAction::BeginManagement | BackupAction::EndManagement => Ok(()),
    }
}
