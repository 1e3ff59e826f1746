//! Escalation: who is notified when nobody takes an alarm.
use policy::Caller;
use proto::vestibule::device::v1::device_alarms_server::DeviceAlarms;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{AlarmEscalationStep, DeviceAlarmEscalated, EscalationRecipient, GroupSettingsChanged};
use testing::{PROJECT, administrator};
use time::Duration;

use crate::device_alarms::list;
use crate::event_images::reported;
use crate::events::push;
use crate::panel::Panel;
use crate::site::{HOUSE, ROOT, Site, a_panel, until};

fn step(after_seconds: i32, by: &str, user_id: i64) -> AlarmEscalationStep {
    let recipients = vec![EscalationRecipient { user_id, name: format!("User {user_id}") }];
    AlarmEscalationStep { after_seconds, recipients, by: by.into() }
}

async fn set_steps(site: &Site, group: i64, version: i64, steps: Vec<AlarmEscalationStep>) {
    let settings = GroupSettingsChanged { project_id: PROJECT, id: group, version, alarm_escalation: steps, ..Default::default() };
    site.deliver("domains.group_settings.changed", settings).await;
}

async fn alarm(site: &Site) -> DeviceAlarm {
    list(site, &site.admin()).await.pop().expect("an alarm")
}

/// Seconds until the next step.
async fn seconds_left(site: &Site) -> Option<i64> {
    let at = alarm(site).await.escalates_at?;
    Some(at.seconds - site.app.context.clock.now().unix_timestamp())
}

async fn escalated(site: &Site) -> Vec<(i32, String, Vec<i64>)> {
    let events: Vec<DeviceAlarmEscalated> = site.outbox_events("device.alarm.escalated").await;
    events.into_iter().map(|event| (event.step, event.by, event.user_ids)).collect()
}

async fn take(site: &Site, caller: &Caller, id: i64, is_taken: bool, seen: i64) {
    let request = TakeDeviceAlarmRequest { id, is_taken: Some(is_taken), taken_by_user_id: seen };
    site.alarms().take_device_alarm(site.as_caller(caller, request)).await.unwrap();
}

async fn shake(site: &Site, panel: &Panel, id: u64) {
    panel.push(push([reported(site, id, 0, "emergency", "tamper_event")])).await;
}

#[tokio::test]
async fn an_alarm_that_nobody_takes_notifies_the_next_people_until_somebody_does() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11), step(300, "mail", 12), step(900, "mail", 13)]).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    for id in 1..=10 {
        shake(&site, &panel, id).await;
    }
    assert_eq!(seconds_left(&site).await, Some(60), "ten shakes are one alarm");
    let clock = &site.app.context.clock;
    clock.advance(Duration::seconds(60));
    until("the first step is taken", async || escalated(&site).await.len() == 1).await;
    assert_eq!(seconds_left(&site).await, Some(240));

    // Who has it stops it; once it is released the next step comes as long after that as after the step before.
    let (id, guard) = (alarm(&site).await.id, administrator(PROJECT));
    take(&site, &guard, id, true, 0).await;
    assert_eq!(seconds_left(&site).await, None);
    clock.advance(Duration::seconds(400));
    assert_eq!(device_gateway::operation::device_alarm::escalate_due(&site.gateway, 100).await.unwrap(), 0);
    take(&site, &guard, id, false, guard.user_id).await;
    assert_eq!(seconds_left(&site).await, Some(240));
    clock.advance(Duration::seconds(240));
    until("the second step is taken", async || escalated(&site).await.len() == 2).await;

    let request = ProcessDeviceAlarmRequest { id, comment: "A loose screw.".into() };
    site.alarms().process_device_alarm(site.as_caller(&guard, request)).await.unwrap();
    clock.advance(Duration::seconds(3_600));
    assert_eq!(device_gateway::operation::device_alarm::escalate_due(&site.gateway, 100).await.unwrap(), 0);
    assert_eq!(escalated(&site).await, [(1, "notification".to_string(), vec![11]), (2, "mail".to_string(), vec![12])]);

    let request = ListDeviceAlarmLogsRequest { id, ..Default::default() };
    let logs = site.alarms().list_device_alarm_logs(site.as_caller(&guard, request)).await.unwrap().into_inner().items;
    let steps: Vec<_> =
        logs.iter().filter(|log| log.change() == AlarmChange::Escalated).map(|log| (log.step, log.by(), log.recipients[0].name.as_str())).collect();
    assert_eq!(steps, [(Some(1), EscalationMeans::Notification, "User 11"), (Some(2), EscalationMeans::Mail, "User 12")]);
    site.end().await;
}

#[tokio::test]
async fn of_two_replicas_one_takes_a_step() {
    let mut site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11)]).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    shake(&site, &panel, 1).await;
    let replica = site.start_replica().await;
    site.app.context.clock.advance(Duration::seconds(60));
    let escalate = device_gateway::operation::device_alarm::escalate_due;
    let (first, second) = tokio::join!(escalate(&site.gateway, 100), escalate(&replica, 100));
    assert!(first.unwrap() + second.unwrap() <= 1);
    until("the step is taken", async || !escalated(&site).await.is_empty()).await;
    assert_eq!(escalated(&site).await.len(), 1);
    assert_eq!(seconds_left(&site).await, None, "it was the last one");
    site.end().await;
}

#[tokio::test]
async fn the_nearest_group_says_who_is_notified_and_an_old_alarm_wakes_nobody() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11)]).await;
    set_steps(&site, HOUSE, 1, vec![step(20, "mail", 12)]).await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    shake(&site, &panel, 1).await;
    assert_eq!(seconds_left(&site).await, Some(20));
    // Settings that come later do not change what is under way; a group without steps has those above it.
    set_steps(&site, HOUSE, 2, Vec::new()).await;
    assert_eq!(seconds_left(&site).await, Some(20));
    panel.push(push([reported(&site, 2, 0, "emergency", "lock_is_opened_too_long")])).await;
    assert_eq!(seconds_left(&site).await, Some(60));
    panel.push(push([reported(&site, 3, 3_600, "emergency", "of_a_newer_firmware")])).await;
    assert_eq!(seconds_left(&site).await, None);
    site.end().await;
}
