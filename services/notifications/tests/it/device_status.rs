//! Whom the settings of groups name is told by mail of devices that go offline or fail at a task.
use kit::consumer::{Delivery, Handler};
use notifications::events::{GROUP_SETTINGS, SETTINGS, STATUS, TASK_FAILED, USER};
use prost::Message;
use proto::vestibule::events::v1::{
    AuditRecorded, DeviceStatusChanged, DeviceTaskFailed, GroupChanged, GroupSettingsChanged, ProjectGeneral, ProjectSettingsChanged, UserChanged,
};
use testing::PROJECT;
use uuid::Uuid;

use crate::harness::*;
use crate::mailbox::*;

const RECIPIENT: i64 = 7;

async fn receive_user(site: &Site, id: i64, version: i64, email: &str, locale: &str) {
    let user = UserChanged { email: email.into(), name: "Kim".into(), locale: locale.into(), version, ..user(id, ADMINISTRATOR, &[COMPANY]) };
    site.receive(USER, &user).await;
}

async fn name_recipient(site: &Site, group: i64, version: i64, user_id: i64, offline: bool, task_failed: bool) {
    let settings = GroupSettingsChanged {
        project_id: PROJECT,
        id: group,
        version,
        device_status_user_id: user_id,
        notify_about_offline_device: offline,
        notify_about_device_task_failed: task_failed,
        ..Default::default()
    };
    site.receive(GROUP_SETTINGS, &settings).await;
}

fn status(online: bool, domain_id: i64) -> DeviceStatusChanged {
    DeviceStatusChanged { project_id: PROJECT, device_id: 4, device_name: "Gate".into(), domain_id, online, at: None }
}

fn failure(domain_id: i64) -> DeviceTaskFailed {
    DeviceTaskFailed { project_id: PROJECT, device_name: "Gate".into(), error: "no memory".into(), domain_id, ..Default::default() }
}

/// A keeper with a mailbox, named by the house.
async fn site_with_recipient(offline: bool, task_failed: bool) -> (Site, String) {
    let (site, email) = (Site::with_mail(catcher_config()).await, unique_email());
    receive_user(&site, RECIPIENT, 1, &email, "ru").await;
    name_recipient(&site, HOUSE, 1, RECIPIENT, offline, task_failed).await;
    (site, email)
}

#[tokio::test]
async fn one_mail_in_the_receivers_language_is_sent_when_a_device_goes_offline() {
    let (site, email) = site_with_recipient(true, false).await;
    let delivery = Delivery { id: Uuid::now_v7(), topic: STATUS.into(), payload: status(false, FLOOR).encode_to_vec() };
    for _ in 0..2 {
        let mut tx = site.app.context.database.system().await.unwrap();
        site.events.handle(&mut tx, &delivery).await.unwrap();
        tx.commit().await.unwrap();
    }
    site.receive(STATUS, &status(true, FLOOR)).await;
    site.receive(TASK_FAILED, &failure(FLOOR)).await;
    site.receive(STATUS, &status(false, ANNEX)).await;
    site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&email).await;
    assert_eq!(mail["subject"], "Устройство Gate: нет связи");
    let text = mail["text"].as_str().unwrap();
    assert!(text.contains("Здравствуйте, Kim") && text.contains("group 3"), "{text}");
}

#[tokio::test]
async fn the_mail_of_a_failed_task_contains_the_devices_error() {
    let (site, email) = site_with_recipient(false, true).await;
    receive_user(&site, RECIPIENT, 2, &email, "en").await;
    site.receive(STATUS, &status(false, HOUSE)).await;
    site.receive(TASK_FAILED, &failure(HOUSE)).await;
    // Of an earlier release, without its group.
    site.receive(TASK_FAILED, &failure(0)).await;
    site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&email).await;
    assert_eq!(mail["subject"], "Gate: a task failed");
    assert!(mail["text"].as_str().unwrap().contains("no memory"));
}

#[tokio::test]
async fn the_time_of_a_problem_is_written_in_the_projects_zone_and_format() {
    let (site, email) = site_with_recipient(true, false).await;
    let general = ProjectGeneral { time_zone: "Europe/Amsterdam".into(), time_format: "YYYY-MM-DD".into(), ..Default::default() };
    site.receive(SETTINGS, &ProjectSettingsChanged { project_id: PROJECT, version: 2, general: Some(general.clone()), ..Default::default() }).await;
    let older = ProjectGeneral { time_zone: "Asia/Tokyo".into(), ..general };
    site.receive(SETTINGS, &ProjectSettingsChanged { project_id: PROJECT, version: 1, general: Some(older), ..Default::default() }).await;
    let at = Some(prost_types::Timestamp { seconds: 1_772_748_249, nanos: 0 });
    site.receive(STATUS, &DeviceStatusChanged { at, ..status(false, HOUSE) }).await;
    site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&email).await;
    let text = mail["text"].as_str().unwrap();
    assert!(text.contains("2026-03-05 23:04 CET"), "{text}");
}

#[tokio::test]
async fn each_recipient_named_by_the_group_or_one_above_receives_one_mail() {
    let (site, _) = site_with_recipient(true, false).await;
    receive_user(&site, 8, 1, "other@y.test", "en").await;
    for group in [COMPANY, FLOOR] {
        name_recipient(&site, group, 1, 8, true, false).await;
    }
    site.receive(STATUS, &status(false, FLOOR)).await;
    assert_eq!(site.queue().await.len(), 2);
}

#[tokio::test]
async fn deleted_users_users_without_an_e_mail_and_users_no_longer_named_receive_no_mail() {
    let (site, _) = site_with_recipient(true, false).await;
    receive_user(&site, RECIPIENT, 2, "", "en").await;
    site.receive(STATUS, &status(false, HOUSE)).await;
    receive_user(&site, RECIPIENT, 3, "kim@y.test", "en").await;
    site.receive(USER, &UserChanged { project_id: PROJECT, id: RECIPIENT, version: 4, deleted: true, ..Default::default() }).await;
    site.receive(STATUS, &status(false, HOUSE)).await;
    receive_user(&site, RECIPIENT, 5, "kim@y.test", "en").await;
    name_recipient(&site, HOUSE, 2, 0, true, true).await;
    name_recipient(&site, HOUSE, 1, RECIPIENT, true, true).await;
    site.receive(STATUS, &status(false, HOUSE)).await;
    assert_eq!(site.queue().await, []);
}

#[tokio::test]
async fn a_recipient_receives_at_most_20_mails_about_devices_in_an_hour() {
    let (site, _) = site_with_recipient(true, false).await;
    for _ in 0..30 {
        site.receive(STATUS, &status(false, HOUSE)).await;
    }
    assert_eq!(site.queue().await.len(), 20);
    site.app.context.clock.advance(time::Duration::minutes(61));
    site.receive(STATUS, &status(false, HOUSE)).await;
    assert_eq!(site.queue().await.len(), 21);
}

#[tokio::test]
async fn templates_deleted_with_a_group_are_audited_and_its_settings_deleted() {
    let (site, _) = site_with_recipient(true, false).await;
    let template = proto::vestibule::notifications::v1::MailTemplate {
        mail_type_id: "device_status".into(),
        locale: "en".into(),
        subject: "Device status".into(),
        body: "<p>{{device}}</p>".into(),
        domain: Some(proto::vestibule::common::v1::Ref { id: HOUSE, name: String::new() }),
        ..Default::default()
    };
    let request = proto::vestibule::notifications::v1::CreateMailTemplateRequest { template: Some(template) };
    let request = site.app.context.signer.request(&testing::administrator(PROJECT), request);
    let created = proto::vestibule::notifications::v1::mail_templates_server::MailTemplates::create_mail_template(&site.templates, request);
    let id = created.await.unwrap().into_inner().id;
    site.receive("domains.group.changed", &GroupChanged { project_id: PROJECT, id: HOUSE, version: 2, deleted: true, ..Default::default() }).await;
    let records = site.app.events().await.into_iter().filter(|(topic, _)| topic == "audit.recorded");
    let records: Vec<AuditRecorded> = records.map(|(_, payload)| AuditRecorded::decode(payload.as_slice()).unwrap()).collect();
    let gone = records.last().unwrap();
    assert_eq!((gone.action.as_str(), gone.resource.as_str(), gone.resource_id), ("delete", "mail-templates", id));
    assert!(gone.before.contains("Device status"));
    site.receive(STATUS, &status(false, FLOOR)).await;
    assert_eq!(site.queue().await, []);
}
