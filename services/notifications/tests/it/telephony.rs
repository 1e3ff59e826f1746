//! Calls for help and restarts of the SIP service.
use notifications::events::{RESTART, SOS};
use policy::Permission;
use proto::vestibule::events::v1::{RoleChanged, SipServiceRestart, SosCalled};
use proto::vestibule::notifications::v1::{NotificationClass, Significance};
use testing::{OTHER_PROJECT, PROJECT};

use crate::harness::*;

const RECIPIENT: i64 = 20;

fn sos(domain_id: i64) -> SosCalled {
    SosCalled {
        project_id: PROJECT,
        call_id: "0-call".into(),
        device_id: 7,
        device_name: "Main gate".into(),
        domain_id,
        number: "201".into(),
        at: Some(kit::clock::to_proto(testing::NOW)),
    }
}

fn restart(phase: &str) -> SipServiceRestart {
    SipServiceRestart { project_id: PROJECT, phase: phase.into(), user_id: 1, user_name: "Alex".into(), ..Default::default() }
}

async fn recipients_and_classes(site: &Site) -> Vec<(i64, i64)> {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query_as("SELECT user_id, type::bigint FROM notifications ORDER BY id").fetch_all(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn an_sos_call_is_an_alarm_for_users_who_may_view_the_alarms_of_the_device() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(4, GROUP_ADMINISTRATOR, &[ANNEX]).await;
    site.user(6, RESIDENT, &[HOUSE]).await;
    site.user(21, OTHER_ADMINISTRATOR, &[]).await;
    site.receive(SOS, &sos(HOUSE)).await;
    let alarm = NotificationClass::DeviceAlarmEnabled as i64;
    assert_eq!(recipients_and_classes(&site).await, [(1, alarm), (2, alarm)]);

    let unread = site.unread(&caller(2)).await;
    let notification = &unread.important[0];
    assert_eq!(notification.significance(), Significance::Important);
    assert_eq!(notification.sound.as_ref().unwrap().file, "sos.mp3");
    let page = notification.popup_action.as_ref().unwrap().params.as_ref().unwrap().fields["page"].clone();
    assert_eq!(page.kind, Some(prost_types::value::Kind::StringValue("/devices/alarms-calls".into())));
    assert!(notification.data.as_ref().unwrap().fields.contains_key("device"));
}

#[tokio::test]
async fn restarts_of_the_sip_service_are_reported_to_users_who_may_view_the_settings() {
    let site = Site::start().await;
    let permissions = vec![Permission::CanViewProjectSettings.code().to_string()];
    site.receive(notifications::events::ROLE, &RoleChanged { project_id: PROJECT, id: RECIPIENT, version: 1, permissions, ..Default::default() })
        .await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.user(2, GROUP_ADMINISTRATOR, &[HOUSE]).await;
    site.user(3, RECIPIENT, &[]).await;
    site.user(21, OTHER_ADMINISTRATOR, &[]).await;
    site.receive(RESTART, &restart("started")).await;
    site.receive(RESTART, &restart("completed")).await;
    let (started, completed) = (NotificationClass::SipRebootStarted as i64, NotificationClass::SipRebootCompleted as i64);
    assert_eq!(recipients_and_classes(&site).await, [(1, started), (3, started), (1, completed), (3, completed)]);
    assert!(site.unread(&caller(3)).await.important.is_empty(), "nothing to be alarmed about");
}

#[tokio::test]
async fn calls_and_restarts_of_another_project_cause_no_notification() {
    let site = Site::start().await;
    site.user(1, ADMINISTRATOR, &[]).await;
    site.receive(SOS, &SosCalled { project_id: OTHER_PROJECT, ..sos(0) }).await;
    site.receive(RESTART, &SipServiceRestart { project_id: OTHER_PROJECT, ..restart("started") }).await;
    assert_eq!(recipients_and_classes(&site).await, []);
}
