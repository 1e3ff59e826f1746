//! What was done with a backup, for the audit log and for those who hear events: identity records it, for the gateway has no outbox.
use std::time::Duration;

use kit::{Error, Result};
use proto::vestibule::identity::v1::{BackupRecordAction, RecordBackupRequest};

use crate::api_site::record_backup;
use crate::app::App;
use crate::domain::backup::Worker;
use crate::store::backup::BackupKey;

/// While identity is away.
const MAX_ATTEMPTS: u32 = 4;
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// How an apply has ended.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    pub is_whole: bool,
    pub refusals: usize,
}

/// Before it leaves: what cannot be recorded is not handed out.
pub async fn download(app: &App, by: &Worker, key: BackupKey, name: &str) -> Result<()> {
    record(app, BackupRecordAction::Download, by, key, name, Outcome::default()).await
}

pub async fn deleted(app: &App, by: &Worker, key: BackupKey, name: &str) -> Result<()> {
    record(app, BackupRecordAction::Delete, by, key, name, Outcome::default()).await
}

/// That a file manages the project, or groups of it, or that none does any more: before it is so.
pub async fn managed(app: &App, by: &Worker, project_id: i64, is_managed: bool) -> Result<()> {
    let action = if is_managed { BackupRecordAction::BeginManagement } else { BackupRecordAction::EndManagement };
    record(app, action, by, BackupKey { project_id, id: 0 }, "site", Outcome::default()).await
}

/// Of what has happened already.
pub async fn happened(app: &App, action: BackupRecordAction, by: &Worker, key: BackupKey, name: &str, outcome: Outcome) {
    if let Err(error) = record(app, action, by, key, name, outcome).await {
        tracing::error!(backup = key.id, ?action, error = format!("{error:#}"), "what was done with a backup is not in the audit log");
    }
}

async fn record(app: &App, action: BackupRecordAction, by: &Worker, key: BackupKey, name: &str, outcome: Outcome) -> Result<()> {
    let request = RecordBackupRequest {
        action: action.into(),
        backup_id: key.id,
        backup_name: name.into(),
        user_id: by.user_id,
        user_name: by.user_name.clone(),
        ip: by.ip.clone(),
        request_id: by.request_id.clone(),
        is_whole: outcome.is_whole,
        refusals_count: outcome.refusals.try_into().unwrap_or(i32::MAX),
    };
    let mut attempt = 1;
    loop {
        match record_backup(app, key.project_id, by.token.as_ref(), request.clone()).await {
            Err(Error::Unavailable(_)) if attempt < MAX_ATTEMPTS => {
                tokio::time::sleep(RETRY_DELAY * attempt).await;
                attempt += 1;
            }
            done => return done,
        }
    }
}
