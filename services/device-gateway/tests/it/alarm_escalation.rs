//! Escalation: who is notified when nobody takes an alarm.
use device_gateway::rpc::alarm_call::AlarmCallService;
use policy::Caller;
use proto::vestibule::device::v1::alarm_calls_server::AlarmCalls;
use proto::vestibule::device::v1::device_alarms_server::DeviceAlarms;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{
    AlarmEscalationStep, DeviceAlarmChanged, DeviceAlarmEscalated, EscalationRecipient, GroupSettingsChanged, UserChanged,
};
use testing::{OTHER_PROJECT, PROJECT, administrator, service};
use time::Duration;
use tonic::{Code, Status};

use crate::device_alarms::list;
use crate::event_images::{a_camera, a_photo, reported};
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
async fn an_escalation_names_the_event_of_the_alarms_picture() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11), step(120, "mail", 12)]).await;
    let (_, panel) = a_camera(&site, serde_json::json!({"content_type": "image/jpeg", "file": "bm8gaW1hZ2U="})).await;
    shake(&site, &panel, 1).await;
    until("the snapshot fails", async || site.gateway.counters.snapshots_failed.get() == 1).await;
    let clock = &site.app.context.clock;
    clock.advance(Duration::seconds(60));
    until("the first step is taken", async || escalated(&site).await.len() == 1).await;
    panel.memory.lock().unwrap().photo = Some(a_photo());
    shake(&site, &panel, 2).await;
    let has_picture = async || {
        let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
        let statement = "SELECT count(*) FROM device_alarms a JOIN event_snapshots s ON s.id = a.snapshot_id WHERE s.size IS NOT NULL";
        sqlx::query_scalar::<_, i64>(statement).fetch_one(&mut *tx).await.unwrap() == 1
    };
    until("the alarm has a picture", has_picture).await;
    clock.advance(Duration::seconds(60));
    until("the second step is taken", async || escalated(&site).await.len() == 2).await;
    let events: Vec<DeviceAlarmEscalated> = site.outbox_events("device.alarm.escalated").await;
    let newest = site.device_events(&site.admin()).await.iter().map(|event| event.id).max().unwrap();
    assert_eq!(events.iter().map(|event| event.event_id).collect::<Vec<_>>(), [0, newest]);
    site.end().await;
}

/// What identity says of a user.
async fn user_changed(site: &Site, id: i64, version: i64, is_active: bool, deleted: bool) {
    let user = UserChanged { project_id: PROJECT, id, version, is_active, deleted, ..Default::default() };
    site.deliver("identity.user.changed", user).await;
}

#[tokio::test]
async fn alarms_of_somebody_who_is_suspended_or_deleted_are_free_again_and_more_people_are_notified() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11), step(300, "mail", 12)]).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    shake(&site, &panel, 1).await;
    let (id, guard, clock) = (alarm(&site).await.id, administrator(PROJECT), &site.app.context.clock);
    user_changed(&site, guard.user_id, 3, true, false).await;
    take(&site, &guard, id, true, 0).await;
    clock.advance(Duration::seconds(600));
    user_changed(&site, 99, 1, false, false).await;
    user_changed(&site, guard.user_id, 2, false, false).await;
    assert_eq!(alarm(&site).await.taken_by_user.map(|taker| taker.id), Some(guard.user_id), "neither another user's event nor an old one frees it");

    user_changed(&site, guard.user_id, 4, false, false).await;
    assert_eq!(alarm(&site).await.taken_by_user, None);
    assert_eq!(seconds_left(&site).await, Some(60));
    let changes: Vec<DeviceAlarmChanged> = site.outbox_events("device.alarm.changed").await;
    let last = changes.last().unwrap();
    assert_eq!((last.change.as_str(), last.taken_by, last.user_id), ("released", 0, 0));
    let request = ListDeviceAlarmLogsRequest { id, ..Default::default() };
    let logs = site.alarms().list_device_alarm_logs(site.as_caller(&guard, request)).await.unwrap().into_inner().items;
    let last = logs.last().unwrap();
    assert_eq!((last.change(), last.user.as_ref()), (AlarmChange::Released, None));

    // A request that was under way when the user was suspended.
    let request = TakeDeviceAlarmRequest { id, is_taken: Some(true), taken_by_user_id: 0 };
    let refused = site.alarms().take_device_alarm(site.as_caller(&guard, request)).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    clock.advance(Duration::seconds(60));
    until("the first step is taken", async || escalated(&site).await.len() == 1).await;

    user_changed(&site, guard.user_id, 5, true, false).await;
    take(&site, &guard, id, true, 0).await;
    user_changed(&site, guard.user_id, 6, true, true).await;
    assert_eq!(alarm(&site).await.taken_by_user, None, "deleted");
    assert_eq!(seconds_left(&site).await, Some(240));
    site.end().await;
}

#[tokio::test]
async fn an_alarm_that_is_processed_stays_with_whoever_had_it() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    shake(&site, &panel, 1).await;
    let (id, guard) = (alarm(&site).await.id, administrator(PROJECT));
    take(&site, &guard, id, true, 0).await;
    let request = ProcessDeviceAlarmRequest { id, comment: "A loose screw.".into() };
    site.alarms().process_device_alarm(site.as_caller(&guard, request)).await.unwrap();
    user_changed(&site, guard.user_id, 1, false, false).await;
    assert_eq!(alarm(&site).await.taken_by_user.map(|taker| taker.id), Some(guard.user_id));
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

/// What was published of alarms: each change, and whether it was late.
async fn published(site: &Site) -> Vec<(String, bool)> {
    let events: Vec<DeviceAlarmChanged> = site.outbox_events("device.alarm.changed").await;
    events.into_iter().map(|event| (event.change, event.is_late)).collect()
}

#[tokio::test]
async fn a_late_alarm_wakes_people_by_the_first_event_that_is_not_late() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11)]).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.push(push([reported(&site, 1, 3_600, "emergency", "tamper_event")])).await;
    assert_eq!((seconds_left(&site).await, published(&site).await), (None, vec![("enabled".to_owned(), true)]));
    for id in 2..5 {
        shake(&site, &panel, id).await;
    }
    assert_eq!((seconds_left(&site).await, alarm(&site).await.count), (Some(60), 4));
    assert_eq!(published(&site).await[1..], [("enabled".to_owned(), false)]);
    site.end().await;
}

#[tokio::test]
async fn an_open_alarm_that_is_raised_much_later_wakes_people_again_also_when_somebody_has_it() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11)]).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    shake(&site, &panel, 1).await;
    let (id, guard, clock) = (alarm(&site).await.id, administrator(PROJECT), &site.app.context.clock);
    clock.advance(Duration::seconds(60));
    until("the only step is taken", async || escalated(&site).await.len() == 1).await;
    clock.advance(Duration::minutes(9));
    shake(&site, &panel, 2).await;
    assert_eq!((seconds_left(&site).await, published(&site).await.len()), (None, 1), "the same within ten minutes");

    clock.advance(Duration::minutes(11));
    shake(&site, &panel, 3).await;
    assert_eq!((seconds_left(&site).await, published(&site).await.len()), (Some(60), 2));
    // Whoever took it just now has it still; who took it long ago does not, because that is another matter.
    take(&site, &guard, id, true, 0).await;
    clock.advance(Duration::minutes(11));
    shake(&site, &panel, 4).await;
    assert_eq!((alarm(&site).await.taken_by_user, seconds_left(&site).await), (None, Some(60)));
    let changes: Vec<String> = published(&site).await.into_iter().map(|(change, _)| change).collect();
    assert_eq!(changes, ["enabled", "enabled", "taken", "released", "enabled"]);
    assert_eq!(list(&site, &site.admin()).await.len(), 1);
    site.end().await;
}

#[tokio::test]
async fn an_alarm_of_a_panel_whose_clock_is_known_to_be_behind_is_not_late() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11)]).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.push(push([reported(&site, 1, 3_600, "access", "door_was_opened")])).await;
    site.app.context.clock.advance(Duration::hours(2));
    panel.push(push([reported(&site, 2, 3_610, "emergency", "tamper_event")])).await;
    assert_eq!((seconds_left(&site).await, published(&site).await), (Some(60), vec![("enabled".to_owned(), false)]));
    site.end().await;
}

#[tokio::test]
async fn alarms_of_a_deleted_device_are_closed_and_notify_nobody() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "notification", 11)]).await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    shake(&site, &panel, 1).await;
    let guard = administrator(PROJECT);
    let request = site.as_caller(&guard, DeleteDeviceRequest { id: device.id });
    proto::vestibule::device::v1::devices_server::Devices::delete_device(&site.devices(), request).await.unwrap();
    let closed = alarm(&site).await;
    assert_eq!((closed.state(), closed.processed_by_user.unwrap().id, closed.escalates_at), (AlarmState::Processed, guard.user_id, None));
    site.app.context.clock.advance(Duration::seconds(60));
    assert_eq!(device_gateway::operation::device_alarm::escalate_due(&site.gateway, 100).await.unwrap(), 0);
    assert!(escalated(&site).await.is_empty());
    assert_eq!(published(&site).await, ["enabled", "processed"].map(|change| (change.to_owned(), false)));
    site.end().await;
}

/// A user of a group, whom telephony knows to have these permissions.
fn person(user_id: i64, permissions: &[&str], group: i64) -> AlarmCallPerson {
    let permissions = permissions.iter().map(|code| code.to_string()).collect();
    AlarmCallPerson { user_id, user_name: format!("User {user_id}"), permissions, domain_ids: vec![group] }
}

async fn check(site: &Site, caller: &Caller, alarm_id: i64, people: Vec<AlarmCallPerson>) -> Result<CheckAlarmResponse, Status> {
    let request = CheckAlarmRequest { alarm_id, people };
    Ok(AlarmCallService(site.gateway.clone()).check_alarm(site.as_caller(caller, request)).await?.into_inner())
}

async fn take_for(site: &Site, caller: &Caller, alarm_id: i64, person: AlarmCallPerson) -> Result<(), Status> {
    let request = TakeAlarmForPersonRequest { alarm_id, person: Some(person) };
    AlarmCallService(site.gateway.clone()).take_alarm_for_person(site.as_caller(caller, request)).await.map(drop)
}

const MAY_TAKE: &[&str] = &["can_view_device_alarms", "can_process_device_alarm", "can_view_devices"];

#[tokio::test]
async fn telephony_takes_an_alarm_for_a_person_as_far_as_the_person_may() {
    let site = Site::start().await;
    set_steps(&site, ROOT, 1, vec![step(60, "call", 11)]).await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    shake(&site, &panel, 1).await;
    let (id, telephony) = (alarm(&site).await.id, service(PROJECT, "telephony"));
    let may_not = &["can_view_device_alarms", "can_view_devices"];
    let people = || vec![person(11, MAY_TAKE, HOUSE), person(12, may_not, HOUSE), person(13, MAY_TAKE, HOUSE + 1_000)];

    let found = check(&site, &telephony, id, people()).await.unwrap();
    assert_eq!((found.is_waiting, found.user_ids), (true, vec![11]), "one has no right, one is elsewhere");
    assert_eq!(check(&site, &administrator(PROJECT), id, people()).await.unwrap_err().code(), Code::PermissionDenied, "services alone ask");
    assert_eq!(take_for(&site, &administrator(PROJECT), id, person(11, MAY_TAKE, HOUSE)).await.unwrap_err().code(), Code::PermissionDenied);
    let elsewhere = service(OTHER_PROJECT, "telephony");
    assert!(!check(&site, &elsewhere, id, people()).await.unwrap().is_waiting, "another project's");
    assert_eq!(take_for(&site, &elsewhere, id, person(11, MAY_TAKE, HOUSE)).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(take_for(&site, &telephony, id, person(12, may_not, HOUSE)).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(take_for(&site, &telephony, id, person(13, MAY_TAKE, HOUSE + 1_000)).await.unwrap_err().code(), Code::NotFound);

    take_for(&site, &telephony, id, person(11, MAY_TAKE, HOUSE)).await.unwrap();
    take_for(&site, &telephony, id, person(11, MAY_TAKE, HOUSE)).await.expect("the key is pressed twice");
    let taken = alarm(&site).await;
    assert_eq!((taken.taken_by_user.unwrap().name.as_str(), taken.escalates_at), ("User 11", None));
    let found = check(&site, &telephony, id, people()).await.unwrap();
    assert_eq!((found.is_waiting, found.user_ids), (false, Vec::new()));
    let refused = take_for(&site, &telephony, id, person(14, MAY_TAKE, HOUSE)).await.unwrap_err();
    assert_eq!(refused.code(), Code::FailedPrecondition, "another person has it");
    site.end().await;
}
