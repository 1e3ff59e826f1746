//! What api-gateway says of backups.
use identity::rpc::BackupRecordService;
use policy::{Caller, CallerKind, CallerToken};
use prost::Message;
use proto::vestibule::events::v1::{AuditRecorded, BackupApplied, BackupMade};
use proto::vestibule::identity::v1::backup_records_server::BackupRecords;
use proto::vestibule::identity::v1::{BackupRecordAction, RecordBackupRequest};
use tonic::Code;

use crate::site::Site;

fn request(action: BackupRecordAction) -> RecordBackupRequest {
    RecordBackupRequest {
        action: action.into(),
        backup_id: 1_795_000_000_123,
        backup_name: "House".into(),
        user_id: 5,
        user_name: "Anna".into(),
        ip: "192.0.2.7".into(),
        request_id: "request".into(),
        is_whole: false,
        refusals_count: 2,
    }
}

async fn record(site: &Site, action: BackupRecordAction) {
    let request = site.app.context.signer.as_service("api-gateway", site.project, request(action));
    BackupRecordService(site.identity.clone()).record_backup(request).await.expect("recorded");
}

async fn events(site: &Site, topic: &str) -> Vec<Vec<u8>> {
    site.app.events().await.into_iter().filter(|(found, _)| found == topic).map(|(_, payload)| payload).collect()
}

#[tokio::test]
async fn what_was_done_with_a_backup_is_recorded_under_the_name_of_who_did_it() {
    let site = Site::start().await;
    for action in [BackupRecordAction::Create, BackupRecordAction::Download, BackupRecordAction::Apply, BackupRecordAction::Delete] {
        record(&site, action).await;
    }
    let recorded: Vec<AuditRecorded> =
        events(&site, "audit.recorded").await.iter().map(|payload| AuditRecorded::decode(payload.as_slice()).unwrap()).collect();
    let of_backups: Vec<&AuditRecorded> = recorded.iter().filter(|event| event.resource == "backups").collect();
    assert_eq!(of_backups.iter().map(|event| event.action.as_str()).collect::<Vec<_>>(), ["create", "download", "apply", "delete"]);
    let apply = of_backups[2];
    assert_eq!((apply.project_id, apply.user_id, apply.user_name.as_str(), apply.ip.as_str()), (site.project, 5, "Anna", "192.0.2.7"));
    assert_eq!((apply.resource_id, apply.resource_name.as_str(), apply.request_id.as_str()), (1_795_000_000_123, "House", "request"));
    assert_eq!(apply.after, r#"{"refusals_count":2,"status":"failed"}"#);
}

#[tokio::test]
async fn what_was_done_with_a_backup_by_a_token_is_recorded_under_its_name() {
    let site = Site::start().await;
    let token = Some(CallerToken { id: 3, name: "Nightly".into(), ..CallerToken::default() });
    let gateway = Caller { project_id: site.project, kind: CallerKind::Service("api-gateway".into()), token, ..Caller::default() };
    let request = site.app.context.signer.request(&gateway, request(BackupRecordAction::Download));
    BackupRecordService(site.identity.clone()).record_backup(request).await.expect("recorded");
    let recorded = events(&site, "audit.recorded").await;
    let recorded: Vec<AuditRecorded> = recorded.iter().map(|payload| AuditRecorded::decode(payload.as_slice()).unwrap()).collect();
    let download = recorded.iter().find(|event| event.resource == "backups").expect("recorded");
    assert_eq!((download.user_name.as_str(), download.token_name.as_str()), ("Anna", "Nightly"));
}

#[tokio::test]
async fn that_a_file_manages_a_project_and_that_it_does_not_any_more_are_recorded_and_are_no_events() {
    let site = Site::start().await;
    for action in [BackupRecordAction::BeginManagement, BackupRecordAction::EndManagement] {
        record(&site, action).await;
    }
    let recorded = events(&site, "audit.recorded").await;
    let recorded: Vec<AuditRecorded> = recorded.iter().map(|payload| AuditRecorded::decode(payload.as_slice()).unwrap()).collect();
    let of_backups: Vec<&AuditRecorded> = recorded.iter().filter(|event| event.resource == "backups").collect();
    assert_eq!(of_backups.iter().map(|event| event.action.as_str()).collect::<Vec<_>>(), ["begin management", "end management"]);
    assert!(of_backups.iter().all(|event| event.user_name == "Anna" && event.ip == "192.0.2.7"));
    assert!(events(&site, "backup.made").await.is_empty() && events(&site, "backup.applied").await.is_empty());
}

#[tokio::test]
async fn what_was_made_or_applied_is_an_event_too() {
    let site = Site::start().await;
    for action in [BackupRecordAction::Create, BackupRecordAction::Apply, BackupRecordAction::Undo, BackupRecordAction::Download] {
        record(&site, action).await;
    }
    let made = events(&site, "backup.made").await;
    assert_eq!(made.len(), 1);
    assert_eq!(BackupMade::decode(made[0].as_slice()).unwrap().name, "House");
    let applied: Vec<BackupApplied> =
        events(&site, "backup.applied").await.iter().map(|payload| BackupApplied::decode(payload.as_slice()).unwrap()).collect();
    assert_eq!(applied.iter().map(|event| (event.status.as_str(), event.refusals_count)).collect::<Vec<_>>(), [("failed", 2), ("failed", 2)]);
}

#[tokio::test]
async fn nobody_but_a_service_says_what_was_done() {
    let site = Site::start().await;
    let request = site.app.context.signer.request(&site.admin, request(BackupRecordAction::Create));
    let refused = BackupRecordService(site.identity.clone()).record_backup(request).await.expect_err("refused");
    assert_eq!(refused.code(), Code::PermissionDenied);
}
