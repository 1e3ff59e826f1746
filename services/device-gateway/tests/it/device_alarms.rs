//! Alarms: raised and cleared by devices, taken and processed by people.
use device_protocol::Event as Reported;
use policy::Caller;
use policy::Permission::{CanDeleteDeviceAlarm, CanProcessDeviceAlarm, CanViewAllDevices, CanViewDeviceAlarms};
use proto::vestibule::common::v1::DeleteAllRequest;
use proto::vestibule::device::v1::device_alarms_server::DeviceAlarms;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::DeviceAlarmChanged;
use serde_json::json;
use testing::{OTHER_PROJECT, PROJECT, group_administrator, someone};
use tonic::{Code, Status};

use crate::events::push;
use crate::panel::Panel;
use crate::site::{HOUSE, Site, a_panel};

/// At this minute of 2026-03-02, 08:00, by the device's clock.
fn reported(id: u64, minute: u32, category: &str, code: &str) -> Reported {
    serde_json::from_value(json!({
        "id": id, "created_at": format!("2026-03-02T08:{minute:02}:00Z"), "category": category, "code": code, "info": {"lock": 1}
    }))
    .unwrap()
}

fn open_too_long(id: u64, minute: u32) -> Reported {
    reported(id, minute, "emergency", "door_was_not_closed_too_long")
}

fn closed(id: u64, minute: u32) -> Reported {
    reported(id, minute, "access", "door_was_closed")
}

pub async fn list(site: &Site, caller: &Caller) -> Vec<DeviceAlarm> {
    let request = site.as_caller(caller, ListDeviceAlarmsRequest { sort: "id".into(), ..Default::default() });
    site.alarms().list_device_alarms(request).await.unwrap().into_inner().items
}

async fn take(site: &Site, caller: &Caller, id: i64, is_taken: bool, seen: i64) -> Result<DeviceAlarm, Status> {
    let request = TakeDeviceAlarmRequest { id, is_taken: Some(is_taken), taken_by_user_id: seen };
    Ok(site.alarms().take_device_alarm(site.as_caller(caller, request)).await?.into_inner())
}

async fn process(site: &Site, caller: &Caller, id: i64) -> Result<DeviceAlarm, Status> {
    let request = ProcessDeviceAlarmRequest { id, comment: "A delivery held it open.".into() };
    Ok(site.alarms().process_device_alarm(site.as_caller(caller, request)).await?.into_inner())
}

async fn delete(site: &Site, caller: &Caller, id: i64) -> Result<(), Status> {
    site.alarms().delete_device_alarm(site.as_caller(caller, DeleteDeviceAlarmRequest { id })).await.map(|_| ())
}

/// Events that were published, in order.
async fn changes(site: &Site) -> Vec<String> {
    let events: Vec<DeviceAlarmChanged> = site.outbox_events("device.alarm.changed").await;
    events.into_iter().map(|event| format!("{} {}", event.alarm_id, event.change)).collect()
}

#[tokio::test]
async fn a_cause_has_one_alarm_that_counts_clears_comes_back_and_is_another_one_later() {
    let mut site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.push(push([open_too_long(1, 0), open_too_long(2, 1), closed(3, 2)])).await;
    let alarm = list(&site, &site.admin()).await.remove(0);
    assert_eq!((alarm.state(), alarm.severity(), alarm.count, alarm.lock_number), (AlarmState::Disabled, AlarmSeverity::Low, 2, Some(1)));
    assert_eq!(alarm.device.as_ref().unwrap().id, device.id);
    assert!(alarm.cleared_at.is_some());

    // Within ten minutes it is the same; a closing from before, repeated or late, does not clear it.
    panel.push(push([open_too_long(5, 9)])).await;
    panel.push(push([closed(4, 8), closed(3, 2)])).await;
    let alarms = list(&site, &site.admin()).await;
    assert_eq!(alarms.iter().map(|alarm| (alarm.state(), alarm.count)).collect::<Vec<_>>(), [(AlarmState::Enabled, 3)]);
    assert_eq!(alarms[0].cleared_at, None);

    // Its closing arrives before a later raising of another alarm, and both before the events in between.
    panel.push(push([closed(6, 20), open_too_long(7, 40)])).await;
    let states = |alarms: Vec<DeviceAlarm>| alarms.iter().map(|alarm| (alarm.state(), alarm.count)).collect::<Vec<_>>();
    assert_eq!(states(list(&site, &site.admin()).await), [(AlarmState::Disabled, 3), (AlarmState::Enabled, 1)]);

    // What two processes take at the same time is one alarm.
    site.start_replica().await;
    let tampered: Vec<_> = (8..28).map(|id| panel.push(push([reported(id, 41, "emergency", "tamper_event")]))).collect();
    futures::future::join_all(tampered).await;
    let tamper = list(&site, &site.admin()).await.pop().unwrap();
    assert_eq!((tamper.state(), tamper.severity(), tamper.count), (AlarmState::Enabled, AlarmSeverity::High, 20));

    let first = alarm.id;
    let told_of_first: Vec<String> = changes(&site).await.into_iter().filter(|change| change.starts_with(&format!("{first} "))).collect();
    assert_eq!(told_of_first, ["enabled", "disabled", "reopened", "disabled"].map(|change| format!("{first} {change}")));
    let events: Vec<DeviceAlarmChanged> = site.outbox_events("device.alarm.changed").await;
    assert!(events.iter().all(|event| event.is_late), "the events are of March");
    let request = ListDeviceAlarmLogsRequest { id: first, ..Default::default() };
    let logs = site.alarms().list_device_alarm_logs(site.as_caller(&site.admin(), request)).await.unwrap().into_inner().items;
    let logged: Vec<AlarmChange> = logs.iter().map(|log| log.change()).collect();
    assert_eq!(logged, [AlarmChange::Enabled, AlarmChange::Disabled, AlarmChange::Reopened, AlarmChange::Disabled]);
    assert!(logs.iter().all(|log| log.user.is_none() && log.device_at.is_some()));
    site.end().await;
}

#[tokio::test]
async fn of_two_people_one_takes_an_alarm_and_one_processes_it_and_then_it_is_final() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.push(push([open_too_long(1, 0)])).await;
    let id = list(&site, &site.admin()).await[0].id;
    let guard = |user_id| someone(PROJECT, user_id, [CanViewAllDevices, CanViewDeviceAlarms, CanProcessDeviceAlarm], &[]);
    let (ann, bob) = (guard(11), guard(12));

    let (first, second) = tokio::join!(take(&site, &ann, id, true, 0), take(&site, &bob, id, true, 0));
    let refused = [&first, &second].into_iter().filter_map(|taken| taken.as_ref().err()).collect::<Vec<_>>();
    assert_eq!(
        refused.iter().map(|refused| (refused.code(), refused.message())).collect::<Vec<_>>(),
        [(Code::FailedPrecondition, "changed by somebody else: try again")]
    );
    let holder = first.or(second).unwrap().taken_by_user.unwrap().id;
    let other = if holder == 11 { &bob } else { &ann };
    // Who looks again may take it over, and a repeated request changes nothing.
    assert_eq!(take(&site, other, id, true, holder).await.unwrap().taken_by_user.unwrap().id, other.user_id);
    assert_eq!(take(&site, other, id, true, holder).await.unwrap().taken_by_user.unwrap().id, other.user_id);
    assert!(take(&site, other, id, false, other.user_id).await.unwrap().taken_by_user.is_none());

    let deletion = delete(&site, &site.admin(), id).await.unwrap_err();
    assert_eq!((deletion.code(), deletion.message()), (Code::FailedPrecondition, "action prohibited"));
    let empty = ProcessDeviceAlarmRequest { id, comment: " ".into() };
    assert_eq!(site.alarms().process_device_alarm(site.as_caller(&ann, empty)).await.unwrap_err().code(), Code::InvalidArgument);
    let (first, second) = tokio::join!(process(&site, &ann, id), process(&site, &bob, id));
    let refused = [&first, &second].into_iter().filter_map(|processed| processed.as_ref().err()).collect::<Vec<_>>();
    assert_eq!(refused.iter().map(|refused| refused.message()).collect::<Vec<_>>(), ["alarm already processed"]);
    let processed = first.or(second).unwrap();
    assert_eq!((processed.state(), processed.comment.as_deref()), (AlarmState::Processed, Some("A delivery held it open.")));
    assert_eq!(take(&site, &ann, id, true, 0).await.unwrap_err().message(), "alarm already processed");

    // A closing and a late repetition change nothing; what is raised later is new.
    panel.push(push([closed(3, 1)])).await;
    assert_eq!(list(&site, &ann).await.iter().map(|alarm| alarm.state()).collect::<Vec<_>>(), [AlarmState::Processed]);
    panel.push(push([open_too_long(4, 2)])).await;
    let newer = list(&site, &ann).await.pop().unwrap();
    assert_eq!((newer.state(), newer.count), (AlarmState::Enabled, 1));

    let request = site.as_caller(&site.admin(), DeleteAllRequest { items: vec![newer.id, id] });
    let answers = site.alarms().delete_all_device_alarms(request).await.unwrap().into_inner().items;
    assert_eq!(answers.iter().map(|item| (item.id, item.done)).collect::<Vec<_>>(), [(newer.id, false), (id, true)]);
    let people: Vec<String> = changes(&site).await.into_iter().filter(|change| change.starts_with(&format!("{id} "))).collect();
    assert_eq!(people, ["enabled", "taken", "taken", "released", "processed"].map(|change| format!("{id} {change}")));
    site.end().await;
}

#[tokio::test]
async fn alarms_are_seen_as_far_as_their_devices_are_and_processed_and_deleted_by_rights_of_their_own() {
    let site = Site::start().await;
    let keeper = group_administrator(PROJECT, 5, &[HOUSE]);
    let (hidden, own) = (site.make_panel().await, site.create(&keeper, a_panel(HOUSE)).await.unwrap());
    for device in [&hidden, &own] {
        Panel::connect(&device.serial_number).await.push(push([open_too_long(1, 0)])).await;
    }
    let id_of = |alarms: &[DeviceAlarm], device: &Device| alarms.iter().find(|a| a.device.as_ref().unwrap().id == device.id).unwrap().id;
    let all = list(&site, &site.admin()).await;
    let (of_hidden, of_own) = (id_of(&all, &hidden), id_of(&all, &own));
    assert_eq!(list(&site, &keeper).await.iter().map(|alarm| alarm.id).collect::<Vec<_>>(), [of_own]);
    let stranger = testing::administrator(OTHER_PROJECT);
    assert!(list(&site, &stranger).await.is_empty());
    for (caller, id) in [(&keeper, of_hidden), (&stranger, of_hidden), (&stranger, of_own)] {
        let logs = ListDeviceAlarmLogsRequest { id, ..Default::default() };
        assert_eq!(site.alarms().get_device_alarm(site.as_caller(caller, GetDeviceAlarmRequest { id })).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(site.alarms().list_device_alarm_logs(site.as_caller(caller, logs)).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(take(&site, caller, id, true, 0).await.unwrap_err().code(), Code::NotFound);
        assert_eq!(process(&site, caller, id).await.unwrap_err().code(), Code::NotFound);
    }
    assert_eq!(delete(&site, &stranger, of_own).await.unwrap_err().code(), Code::NotFound);
    let watcher = someone(PROJECT, 6, [CanViewAllDevices, CanViewDeviceAlarms], &[]);
    let cleaner = someone(PROJECT, 7, [CanViewAllDevices, CanViewDeviceAlarms, CanDeleteDeviceAlarm], &[]);
    assert_eq!(take(&site, &watcher, of_own, true, 0).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(process(&site, &cleaner, of_own).await.unwrap_err().code(), Code::PermissionDenied);
    process(&site, &keeper, of_own).await.unwrap();
    assert_eq!(delete(&site, &keeper, of_own).await.unwrap_err().code(), Code::PermissionDenied);
    delete(&site, &cleaner, of_own).await.unwrap();
    site.end().await;
}

#[tokio::test]
async fn codes_and_locks_that_nobody_knows_do_not_push_real_alarms_off_the_desk() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    for id in 1..=25 {
        panel.push(push([reported(id, 0, "emergency", &format!("of_a_newer_firmware_{id}"))])).await;
    }
    let alarms = async || {
        let request = site.as_caller(&site.admin(), ListDeviceAlarmsRequest { sort: "id".into(), size: 100, ..Default::default() });
        site.alarms().list_device_alarms(request).await.unwrap().into_inner().items
    };
    assert_eq!(alarms().await.len(), 20);
    for (id, lock) in [(26, 1), (27, 200), (28, 201)] {
        let tamper = json!({"id": id, "created_at": "2026-03-02T08:01:00Z", "category": "emergency", "code": "tamper_event", "info": {"lock": lock}});
        panel.push(push([serde_json::from_value(tamper).unwrap()])).await;
    }
    let known: Vec<_> = alarms().await.into_iter().skip(20).map(|alarm| (alarm.lock_number, alarm.count)).collect();
    assert_eq!(known, [(Some(1), 1), (None, 2)], "a lock that the panel does not have is none");
    site.end().await;
}
