//! Alarms of devices: who is notified, how often, and who is when nobody takes one.
use notifications::events::{ALARM, ALARM_ESCALATED, EVENT, USER};
use proto::vestibule::events::v1::{DeviceAlarmChanged, DeviceAlarmEscalated, EventArrived, UserChanged};
use proto::vestibule::notifications::v1::NotificationClass;
use testing::PROJECT;

use crate::harness::*;
use crate::mailbox::*;

fn alarm(change: &str, event_id: i64) -> DeviceAlarmChanged {
    DeviceAlarmChanged {
        project_id: PROJECT,
        alarm_id: 7,
        change: change.into(),
        code: "door_was_not_closed_too_long".into(),
        device_id: 4,
        device_name: "Gate".into(),
        domain_id: HOUSE,
        event_id,
        ..Default::default()
    }
}

fn escalated(by: &str, user_ids: &[i64]) -> DeviceAlarmEscalated {
    DeviceAlarmEscalated {
        project_id: PROJECT,
        alarm_id: 7,
        step: 1,
        by: by.into(),
        user_ids: user_ids.to_vec(),
        code: "tamper_event".into(),
        device_id: 4,
        device_name: "Gate".into(),
        domain_id: HOUSE,
        count: 10,
        ..Default::default()
    }
}

#[tokio::test]
async fn ten_shakes_of_a_gate_are_one_notification() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    for event_id in 100..110 {
        let shaken = EventArrived { category: "emergency".into(), code: "tamper_event".into(), identifier_id: 0, ..granted(event_id, HOUSE) };
        site.receive(EVENT, &shaken).await;
    }
    site.receive(ALARM, &alarm("enabled", 100)).await;
    for change in ["reopened", "taken", "released", "escalated"] {
        site.receive(ALARM, &alarm(change, 0)).await;
    }
    let important = site.unread(&caller(1)).await.important;
    assert_eq!(important.iter().map(|notification| notification.r#type()).collect::<Vec<_>>(), [NotificationClass::DeviceAlarmEnabled]);
    assert!(important[0].sound.is_some());
    site.receive(ALARM, &alarm("disabled", 111)).await;
    assert_eq!(site.unread(&caller(1)).await.important.len(), 1, "the end of an alarm is not important");
}

#[tokio::test]
async fn an_alarm_that_somebody_has_processed_is_red_for_nobody() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.receive(ALARM, &alarm("enabled", 100)).await;
    site.receive(ALARM, &DeviceAlarmChanged { alarm_id: 8, ..alarm("enabled", 101) }).await;
    site.receive(ALARM_ESCALATED, &escalated("notification", &[2])).await;
    assert_eq!(site.unread(&caller(2)).await.important.len(), 3);
    site.receive(ALARM, &alarm("processed", 0)).await;
    for id in [1, 2] {
        let important = site.unread(&caller(id)).await.important;
        assert_eq!(
            important.iter().map(|notification| notification.data.as_ref().unwrap().fields["alarm_id"].clone()).collect::<Vec<_>>(),
            [prost_types::Value::from(8.0)]
        );
    }
}

#[tokio::test]
async fn an_alarm_that_is_reported_late_has_no_sound() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.receive(ALARM, &DeviceAlarmChanged { is_late: true, ..alarm("enabled", 100) }).await;
    assert!(site.unread(&caller(1)).await.important[0].sound.is_none());
}

#[tokio::test]
async fn an_escalation_notifies_those_it_names_who_may_view_the_alarm() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(3, GROUP_ADMINISTRATOR, &[ANNEX]).await;
    site.user(6, RESIDENT, &[HOUSE]).await;
    site.receive(ALARM_ESCALATED, &escalated("notification", &[2, 3, 6])).await;
    let mut notified = Vec::new();
    for id in [1, 2, 3, 6] {
        notified.push((id, site.unread(&caller(id)).await.important.len()));
    }
    assert_eq!(notified, [(1, 0), (2, 1), (3, 0), (6, 0)]);
}

#[tokio::test]
async fn an_escalation_shows_the_picture_of_its_alarm_to_who_was_notified_of_the_event_before() {
    let site = Site::start().await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.receive(ALARM, &alarm("enabled", 100)).await;
    site.receive(ALARM_ESCALATED, &DeviceAlarmEscalated { event_id: 100, ..escalated("notification", &[2]) }).await;
    let important = site.unread(&caller(2)).await.important;
    let events: Vec<_> = important.iter().map(|notification| notification.data.as_ref().unwrap().fields["event_id"].clone()).collect();
    assert_eq!(events, [prost_types::Value::from(100.0), prost_types::Value::from(100.0)]);
}

#[tokio::test]
async fn an_escalation_by_call_is_telephonys_and_writes_to_nobody() {
    let site = Site::start().await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.receive(ALARM_ESCALATED, &escalated("call", &[2])).await;
    assert!(site.unread(&caller(2)).await.important.is_empty());
}

#[tokio::test]
async fn an_escalation_by_mail_is_sent_once_in_the_receivers_language() {
    let (site, email) = (Site::with_mail(catcher_config()).await, unique_email());
    let keeper = UserChanged { email: email.clone(), name: "Kim".into(), locale: "ru".into(), ..user(2, GROUP_ADMINISTRATOR, &[HOUSE]) };
    site.receive(USER, &keeper).await;
    site.user(6, RESIDENT, &[HOUSE]).await;
    site.receive(ALARM_ESCALATED, &escalated("mail", &[2, 6])).await;
    site.mail_worker.send_due().await.unwrap();
    let mail = mail_of(&email).await;
    assert_eq!(mail["subject"], "Тревога: Gate, устройство вскрывают");
    assert!(mail["html"].as_str().unwrap().contains("https://vestibule.test/devices/alarms/7/edit"), "the page with its picture");
}
