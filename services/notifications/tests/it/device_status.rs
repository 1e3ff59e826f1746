//! Whom the settings of groups name is told by mail of devices that go offline or fail at a task.
use kit::consumer::{Delivery, Handler};
use notifications::events::{GROUP_SETTINGS, SETTINGS, STATUS, TASK_FAILED, USER};
use prost::Message;
use proto::vestibule::events::v1::{
    AuditRecorded, DeviceStatusChanged, DeviceTaskFailed, GroupChanged, GroupSettingsChanged, ProjectGeneral, ProjectSettingsChanged, UserChanged,
};
use testing::PROJECT;
use uuid::Uuid;

use crate::mailbox::*;
use crate::site::*;

const KEEPER: i64 = 7;

async fn somebody_called(site: &Site, id: i64, version: i64, email: &str, locale: &str) {
    let user = UserChanged { email: email.into(), name: "Kim".into(), locale: locale.into(), version, ..user(id, ADMINISTRATOR, &[COMPANY]) };
    site.hear(USER, &user).await;
}

async fn names(site: &Site, group: i64, version: i64, user_id: i64, offline: bool, task_failed: bool) {
    let settings = GroupSettingsChanged {
        project_id: PROJECT,
        id: group,
        version,
        device_status_user_id: user_id,
        notify_about_offline_device: offline,
        notify_about_device_task_failed: task_failed,
        ..Default::default()
    };
    site.hear(GROUP_SETTINGS, &settings).await;
}

fn status(online: bool, domain_id: i64) -> DeviceStatusChanged {
    DeviceStatusChanged { project_id: PROJECT, device_id: 4, device_name: "Gate".into(), domain_id, online, at: None }
}

fn failure(domain_id: i64) -> DeviceTaskFailed {
    DeviceTaskFailed { project_id: PROJECT, device_name: "Gate".into(), error: "no memory".into(), domain_id, ..Default::default() }
}

/// A keeper with a mailbox, named by the house.
async fn watched(offline: bool, task_failed: bool) -> (Site, String) {
    let (site, email) = (Site::with_mail(caught()).await, somebody());
    somebody_called(&site, KEEPER, 1, &email, "ru").await;
    names(&site, HOUSE, 1, KEEPER, offline, task_failed).await;
    (site, email)
}

#[tokio::test]
async fn a_device_of_the_group_that_goes_offline_is_told_once_by_mail_in_the_receivers_language() {
    let (site, email) = watched(true, false).await;
    let delivery = Delivery { id: Uuid::now_v7(), topic: STATUS.into(), payload: status(false, FLOOR).encode_to_vec() };
    for _ in 0..2 {
        let mut tx = site.app.context.database.system().await.unwrap();
        site.events.handle(&mut tx, &delivery).await.unwrap();
        tx.commit().await.unwrap();
    }
    site.hear(STATUS, &status(true, FLOOR)).await;
    site.hear(TASK_FAILED, &failure(FLOOR)).await;
    site.hear(STATUS, &status(false, ANNEX)).await;
    site.post.round().await.unwrap();
    let mail = mail_of(&email).await;
    assert_eq!(mail["subject"], "Устройство Gate: нет связи");
    let text = mail["text"].as_str().unwrap();
    assert!(text.contains("Здравствуйте, Kim") && text.contains("group 3"), "{text}");
}

#[tokio::test]
async fn a_task_that_failed_is_told_with_what_the_device_said() {
    let (site, email) = watched(false, true).await;
    somebody_called(&site, KEEPER, 2, &email, "en").await;
    site.hear(STATUS, &status(false, HOUSE)).await;
    site.hear(TASK_FAILED, &failure(HOUSE)).await;
    // Of an earlier release, without its group.
    site.hear(TASK_FAILED, &failure(0)).await;
    site.post.round().await.unwrap();
    let mail = mail_of(&email).await;
    assert_eq!(mail["subject"], "Gate: a task failed");
    assert!(mail["text"].as_str().unwrap().contains("no memory"));
}

#[tokio::test]
async fn the_time_of_a_trouble_is_written_as_the_project_writes_times() {
    let (site, email) = watched(true, false).await;
    let general = ProjectGeneral { time_zone: "Europe/Amsterdam".into(), time_format: "YYYY-MM-DD".into(), ..Default::default() };
    site.hear(SETTINGS, &ProjectSettingsChanged { project_id: PROJECT, version: 2, general: Some(general.clone()), ..Default::default() }).await;
    let older = ProjectGeneral { time_zone: "Asia/Tokyo".into(), ..general };
    site.hear(SETTINGS, &ProjectSettingsChanged { project_id: PROJECT, version: 1, general: Some(older), ..Default::default() }).await;
    let at = Some(prost_types::Timestamp { seconds: 1_772_748_249, nanos: 0 });
    site.hear(STATUS, &DeviceStatusChanged { at, ..status(false, HOUSE) }).await;
    site.post.round().await.unwrap();
    let mail = mail_of(&email).await;
    let text = mail["text"].as_str().unwrap();
    assert!(text.contains("2026-03-05 23:04 CET"), "{text}");
}

#[tokio::test]
async fn each_who_is_named_by_the_group_or_one_above_is_told_once() {
    let (site, _) = watched(true, false).await;
    somebody_called(&site, 8, 1, "other@y.test", "en").await;
    for group in [COMPANY, FLOOR] {
        names(&site, group, 1, 8, true, false).await;
    }
    site.hear(STATUS, &status(false, FLOOR)).await;
    assert_eq!(site.queue().await.len(), 2);
}

#[tokio::test]
async fn nobody_is_told_who_is_gone_or_has_no_e_mail_or_is_not_named_any_more() {
    let (site, _) = watched(true, false).await;
    somebody_called(&site, KEEPER, 2, "", "en").await;
    site.hear(STATUS, &status(false, HOUSE)).await;
    somebody_called(&site, KEEPER, 3, "kim@y.test", "en").await;
    site.hear(USER, &UserChanged { project_id: PROJECT, id: KEEPER, version: 4, deleted: true, ..Default::default() }).await;
    site.hear(STATUS, &status(false, HOUSE)).await;
    somebody_called(&site, KEEPER, 5, "kim@y.test", "en").await;
    names(&site, HOUSE, 2, 0, true, true).await;
    names(&site, HOUSE, 1, KEEPER, true, true).await;
    site.hear(STATUS, &status(false, HOUSE)).await;
    assert_eq!(site.queue().await, []);
}

#[tokio::test]
async fn a_house_that_loses_its_network_fills_nobodys_mailbox() {
    let (site, _) = watched(true, false).await;
    for _ in 0..30 {
        site.hear(STATUS, &status(false, HOUSE)).await;
    }
    assert_eq!(site.queue().await.len(), 20);
    site.app.context.clock.advance(time::Duration::minutes(61));
    site.hear(STATUS, &status(false, HOUSE)).await;
    assert_eq!(site.queue().await.len(), 21);
}

#[tokio::test]
async fn templates_that_go_with_a_group_are_audited_and_its_settings_forgotten() {
    let (site, _) = watched(true, false).await;
    let template = proto::vestibule::notifications::v1::MailTemplate {
        mail_type_id: "device_status".into(),
        locale: "en".into(),
        subject: "Trouble".into(),
        body: "<p>{{device}}</p>".into(),
        domain: Some(proto::vestibule::common::v1::Ref { id: HOUSE, name: String::new() }),
        ..Default::default()
    };
    let request = proto::vestibule::notifications::v1::CreateMailTemplateRequest { template: Some(template) };
    let request = site.app.context.signer.request(&testing::administrator(PROJECT), request);
    let made = proto::vestibule::notifications::v1::mail_templates_server::MailTemplates::create_mail_template(&site.templates, request);
    let id = made.await.unwrap().into_inner().id;
    site.hear("domains.group.changed", &GroupChanged { project_id: PROJECT, id: HOUSE, version: 2, deleted: true, ..Default::default() }).await;
    let records = site.app.events().await.into_iter().filter(|(topic, _)| topic == "audit.recorded");
    let records: Vec<AuditRecorded> = records.map(|(_, payload)| AuditRecorded::decode(payload.as_slice()).unwrap()).collect();
    let gone = records.last().unwrap();
    assert_eq!((gone.action.as_str(), gone.resource.as_str(), gone.resource_id), ("delete", "mail-templates", id));
    assert!(gone.before.contains("Trouble"));
    site.hear(STATUS, &status(false, FLOOR)).await;
    assert_eq!(site.queue().await, []);
}
