//! Emergency alerts: what devices are told, when, and what is said of it.
use std::collections::HashSet;
use std::sync::atomic::Ordering;

use device_gateway::rpc::alert::AlertService;
use device_gateway::rpc::door::DoorService;
use device_protocol::DeviceCall;
use device_protocol::alert::AlertPlay;
use kit::clock::to_proto;
use proto::vestibule::device::v1::alerts_server::Alerts;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::doors_server::Doors;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{AlertOutcome, AlertOutcomesChanged, AlertRunChanged, AlertRunTarget, LockdownApplied, LockdownDevice};
use sqlx::{Connection, PgConnection};
use testing::{OTHER_PROJECT, PROJECT, service};
use time::Duration;
use tonic::Code;

use crate::access::card;
use crate::events::watching_url;
use crate::panel::Panel;
use crate::site::{HOUSE, ROOT, Site, a_panel, until};

const RUN: i64 = 7;
const SOUND: &str = "https://v.test/api/v0/emergency-alert-audio/1?signature=x";

/// A run of a minute, as notifications describes it.
fn running(site: &Site, targets: Vec<AlertRunTarget>) -> AlertRunChanged {
    let now = site.app.context.clock.now();
    AlertRunChanged {
        project_id: PROJECT,
        id: RUN,
        version: 1,
        status: "running".into(),
        audio_url: SOUND.into(),
        door_mode: "none".into(),
        open_locks: targets.iter().any(|target| target.locks > 0),
        started_at: Some(to_proto(now)),
        sound_ends_at: Some(to_proto(now + Duration::seconds(60))),
        ends_at: Some(to_proto(now + Duration::seconds(60))),
        targets,
        ..Default::default()
    }
}

fn target(device: i64, plays: bool, locks: i32) -> AlertRunTarget {
    AlertRunTarget { device_id: device, plays, locks, has_door: false }
}

fn ended(run: &AlertRunChanged, status: &str) -> AlertRunChanged {
    AlertRunChanged { version: 2, status: status.into(), targets: Vec::new(), ..run.clone() }
}

async fn deliver(site: &Site, run: &AlertRunChanged) {
    site.deliver("notifications.alert_run.changed", run.clone()).await;
}

/// The latest outcome of a device.
async fn outcome(site: &Site, device: i64) -> AlertOutcome {
    let events: Vec<AlertOutcomesChanged> = site.outbox_events("device.alert_outcome.changed").await;
    let of_device = events.into_iter().flat_map(|event| event.items).filter(|item| item.device_id == device);
    of_device.max_by_key(|item| item.version).unwrap_or_default()
}

async fn until_state(site: &Site, device: i64, state: &str) {
    until(&format!("the device's outcome is {state}"), async || outcome(site, device).await.state == state).await;
}

fn plays(panel: &Panel) -> Vec<AlertPlay> {
    let calls = &panel.memory.lock().unwrap().calls;
    calls.iter().filter_map(|call| if let DeviceCall::PlayAlert(play) = call { Some(play.clone()) } else { None }).collect()
}

fn opened(panel: &Panel) -> Vec<u8> {
    let calls = &panel.memory.lock().unwrap().calls;
    calls.iter().filter_map(|call| if let DeviceCall::OpenLock(lock) = call { Some(lock.number()) } else { None }).collect()
}

/// By what it was told, in the order in which it heard it: a stopped id is played no more.
fn is_playing(panel: &Panel) -> bool {
    let (mut playing, mut stopped) = (HashSet::new(), HashSet::new());
    for call in &panel.memory.lock().unwrap().calls {
        match call {
            DeviceCall::PlayAlert(play) if !stopped.contains(&play.id) => drop(playing.insert(play.id)),
            DeviceCall::StopAlert(stop) => {
                playing.remove(&stop.id);
                stopped.insert(stop.id);
            }
            _ => {}
        }
    }
    !playing.is_empty()
}

async fn online_panel(site: &Site) -> (Device, Panel) {
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    (device, panel)
}

#[tokio::test]
async fn a_run_plays_and_opens_locks_again_and_again_until_its_time_is_over() {
    let site = Site::start().await;
    let (device, panel) = online_panel(&site).await;
    let run = running(&site, vec![target(device.id, true, 2)]);
    deliver(&site, &run).await;
    until_state(&site, device.id, "playing").await;
    assert_eq!(plays(&panel), [AlertPlay { id: RUN, url: SOUND.into(), duration: 60 }]);
    until("both locks are open", async || outcome(&site, device.id).await.locks.iter().filter(|lock| lock.state == "open").count() == 2).await;
    site.app.context.clock.advance(Duration::seconds(4));
    until("the locks are opened again", async || opened(&panel).len() >= 4).await;
    site.app.context.clock.advance(Duration::seconds(56));
    deliver(&site, &ended(&run, "finished")).await;
    until("the device is over", async || outcome(&site, device.id).await.is_over).await;
    let last = outcome(&site, device.id).await;
    assert_eq!((last.state.as_str(), last.locks[0].state.as_str(), plays(&panel).len()), ("done", "ended", 1));
    site.end().await;
}

#[tokio::test]
async fn a_snapshot_by_call_and_by_event_is_applied_once_and_only_from_notifications() {
    let site = Site::start().await;
    let (device, panel) = online_panel(&site).await;
    let run = running(&site, vec![target(device.id, true, 0)]);
    let service_of = |name| service(PROJECT, name);
    let call = async |caller| {
        let request = site.as_caller(&caller, ApplyAlertRunRequest { run: Some(run.clone()) });
        AlertService(site.gateway.clone()).apply_alert_run(request).await
    };
    assert_eq!(call(service_of("access")).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(call(service(OTHER_PROJECT, "notifications")).await.unwrap_err().code(), Code::PermissionDenied);
    assert!(call(site.admin()).await.is_err());
    call(service_of("notifications")).await.unwrap();
    deliver(&site, &run).await;
    until_state(&site, device.id, "playing").await;
    assert_eq!(plays(&panel).len(), 1);
    site.end().await;
}

#[tokio::test]
async fn a_run_that_is_published_once_more_is_carried_out_where_it_was_not_known_and_once() {
    let site = Site::start().await;
    let (device, panel) = online_panel(&site).await;
    let repeated = AlertRunChanged { is_repeated: true, ..running(&site, vec![target(device.id, true, 0)]) };
    deliver(&site, &repeated).await;
    until_state(&site, device.id, "playing").await;
    let version = outcome(&site, device.id).await.version;
    deliver(&site, &repeated).await;
    deliver(&site, &ended(&repeated, "stopped")).await;
    deliver(&site, &repeated).await;
    until("the device is over", async || outcome(&site, device.id).await.is_over).await;
    assert!(outcome(&site, device.id).await.version > version);
    assert_eq!((plays(&panel).len(), is_playing(&panel)), (1, false));
    site.end().await;
}

#[tokio::test]
async fn a_stop_that_comes_before_its_start_leaves_nothing_to_start() {
    let site = Site::start().await;
    let (device, panel) = online_panel(&site).await;
    let run = running(&site, vec![target(device.id, true, 1)]);
    deliver(&site, &ended(&run, "stopping")).await;
    deliver(&site, &run).await;
    // Another run shows that the lane has been at work since.
    let next = AlertRunChanged { id: RUN + 1, ..running(&site, vec![target(device.id, true, 0)]) };
    deliver(&site, &next).await;
    until_state(&site, device.id, "playing").await;
    assert_eq!(plays(&panel).iter().map(|play| play.id).collect::<Vec<_>>(), [RUN + 1]);
    assert!(opened(&panel).is_empty());
    site.end().await;
}

#[tokio::test]
async fn a_stop_during_the_start_never_leaves_a_device_playing() {
    let site = Site::start().await;
    let mut panels = Vec::new();
    for _ in 0..6 {
        panels.push(online_panel(&site).await);
    }
    // One of them hears nothing for a while: it is told to stop until it answers.
    panels[0].1.is_mute.store(true, Ordering::Relaxed);
    let run = running(&site, panels.iter().map(|(device, _)| target(device.id, true, 0)).collect());
    deliver(&site, &run).await;
    deliver(&site, &ended(&run, "stopping")).await;
    for (device, panel) in &panels[1..] {
        until("the device is over", async || outcome(&site, device.id).await.is_over).await;
        assert_eq!(outcome(&site, device.id).await.state, "stopped");
        assert!(!is_playing(panel));
    }
    panels[0].1.is_mute.store(false, Ordering::Relaxed);
    let mute = panels[0].0.id;
    until("the mute one stops, too", async || {
        site.app.context.clock.advance(Duration::milliseconds(500));
        outcome(&site, mute).await.is_over
    })
    .await;
    assert!(!is_playing(&panels[0].1));
    site.end().await;
}

#[tokio::test]
async fn a_device_that_comes_online_during_a_run_plays_the_rest() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    deliver(&site, &running(&site, vec![target(device.id, true, 0)])).await;
    until_state(&site, device.id, "offline").await;
    site.app.context.clock.advance(Duration::seconds(20));
    let panel = Panel::connect(&device.serial_number).await;
    until_state(&site, device.id, "playing").await;
    assert_eq!(plays(&panel)[0].duration, 40);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_refuses_is_named_with_its_word_and_a_silent_one_is_tried_again() {
    let site = Site::start().await;
    let (refusing, refusing_panel) = online_panel(&site).await;
    let (mute, mute_panel) = online_panel(&site).await;
    refusing_panel.memory.lock().unwrap().refuses_settings = Some(400);
    mute_panel.is_mute.store(true, Ordering::Relaxed);
    deliver(&site, &running(&site, vec![target(refusing.id, true, 0), target(mute.id, true, 0)])).await;
    until_state(&site, refusing.id, "failed").await;
    assert_eq!(outcome(&site, refusing.id).await.error, "not on this firmware (400)");
    until_state(&site, mute.id, "failed").await;
    assert_eq!(outcome(&site, mute.id).await.error, "no_answer");
    mute_panel.is_mute.store(false, Ordering::Relaxed);
    site.app.context.clock.advance(Duration::seconds(1));
    until_state(&site, mute.id, "playing").await;
    assert_eq!(plays(&refusing_panel).len(), 1, "it will not do it");
    site.end().await;
}

/// So many panels of another project that are online and answer nothing.
const MUTE: i64 = 300;

/// Copies of a device, in another project.
async fn mute_neighbours(site: &Site, of: i64) -> Vec<AlertRunTarget> {
    let mut tx = site.app.context.database.system().await.unwrap();
    let ids: Vec<i64> = sqlx::query_scalar(
        "INSERT INTO devices OVERRIDING SYSTEM VALUE
         SELECT (jsonb_populate_record(d, jsonb_build_object('id', 900000 + n, 'project_id', $2::bigint, 'serial_number', 'mute-' || n))).*
         FROM devices d, generate_series(1, $3) n WHERE d.id = $1 RETURNING id",
    )
    .bind(of)
    .bind(OTHER_PROJECT)
    .bind(MUTE)
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    ids.into_iter().map(|id| target(id, true, 0)).collect()
}

#[tokio::test]
async fn an_emergency_of_one_project_never_waits_until_all_mute_devices_of_another_were_told() {
    let site = Site::start().await;
    let (device, panel) = online_panel(&site).await;
    let neighbours = mute_neighbours(&site, device.id).await;
    deliver(&site, &AlertRunChanged { project_id: OTHER_PROJECT, id: RUN + 1, ..running(&site, neighbours) }).await;
    deliver(&site, &running(&site, vec![target(device.id, true, 0)])).await;
    until_state(&site, device.id, "playing").await;
    assert_eq!(plays(&panel).len(), 1);
    let mut tx = site.app.context.database.system().await.unwrap();
    let told = "SELECT count(*) FROM alert_actions WHERE project_id = $1 AND attempt > 0";
    let told: i64 = sqlx::query_scalar(told).bind(OTHER_PROJECT).fetch_one(&mut *tx).await.unwrap();
    assert!(told < MUTE, "{told} of the neighbours came first");
    drop(tx);
    site.end().await;
}

/// A lockdown of the house, in which people of the root still pass.
fn lockdown(site: &Site, device: i64) -> AlertRunChanged {
    AlertRunChanged {
        door_mode: "lockdown".into(),
        audio_url: String::new(),
        domain_ids: vec![HOUSE],
        pass_domain_ids: vec![ROOT],
        ..running(site, vec![AlertRunTarget { device_id: device, has_door: true, ..Default::default() }])
    }
}

#[tokio::test]
async fn in_a_lockdown_nobody_opens_a_door_but_people_of_the_groups_that_pass() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let run = lockdown(&site, device.id);
    deliver(&site, &run).await;
    let open = async || {
        let request = OpenLockRequest { id: device.id, lock_number: 1 };
        site.devices().open_lock(site.as_caller(&site.admin(), request)).await
    };
    assert_eq!(open().await.unwrap_err().message(), "can't perform action");
    let open_door = async |domain_ids: Vec<i64>| {
        let request = OpenDoorRequest { device_id: device.id, lock_number: 1, user_id: 17, user_name: "Guard".into(), domain_ids, identifier: None };
        DoorService(site.gateway.clone()).open_door(site.as_caller(&service(PROJECT, "telephony"), request)).await
    };
    assert!(open_door(vec![]).await.is_err() && open_door(vec![99]).await.is_err());
    assert!(opened(&panel).is_empty());
    assert!(open_door(vec![HOUSE]).await.is_ok(), "the house is below the root");
    deliver(&site, &ended(&run, "stopping")).await;
    assert!(open().await.unwrap().into_inner().opened, "as always");
    site.end().await;
}

#[tokio::test]
async fn a_lockdown_that_begins_while_a_door_is_being_opened_keeps_it_shut() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    // The opening was checked, and its record waits.
    let mut admin = PgConnection::connect(&watching_url(&site)).await.unwrap();
    let mut holder = admin.begin().await.unwrap();
    sqlx::query("LOCK TABLE remote_openings IN EXCLUSIVE MODE").execute(&mut *holder).await.unwrap();
    let request = site.as_caller(&site.admin(), OpenLockRequest { id: device.id, lock_number: 1 });
    let devices = site.devices();
    let opening = tokio::spawn(async move { devices.open_lock(request).await });
    let waiting = "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'remote_openings'::regclass)";
    while !sqlx::query_scalar::<_, bool>(waiting).fetch_one(&mut *holder).await.unwrap() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    deliver(&site, &lockdown(&site, device.id)).await;
    holder.rollback().await.unwrap();
    assert_eq!(opening.await.unwrap().unwrap_err().message(), "can't perform action");
    assert!(opened(&panel).is_empty());
    site.end().await;
}

#[tokio::test]
async fn a_door_is_shut_when_its_device_has_confirmed_the_list_and_restored_equal_afterwards() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let before = site.access.set(device.id, vec![card(1), card(2), card(3)], vec![]);
    site.list_changed(device.id, before).await;
    site.until_in_step(device.id, before).await;
    let held = panel.holds();
    let run = lockdown(&site, device.id);
    deliver(&site, &run).await;
    let shut = site.access.set(device.id, vec![card(3)], vec![]);
    apply(&site, device.id, shut, false).await;
    until("the door is shut", async || outcome(&site, device.id).await.door_state == "shut").await;
    assert_eq!(panel.holds().0.len(), 1);
    deliver(&site, &ended(&run, "stopping")).await;
    assert_eq!(outcome(&site, device.id).await.door_state, "restoring");
    let restored = site.access.set(device.id, vec![card(1), card(2), card(3)], vec![]);
    apply(&site, device.id, restored, true).await;
    until("the door is restored", async || outcome(&site, device.id).await.door_state == "restored").await;
    assert_eq!(panel.holds(), held);
    site.end().await;
}

#[tokio::test]
async fn a_door_is_shut_and_restored_also_when_access_says_so_before_the_run_and_its_end_are_here() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let before = site.access.set(device.id, vec![card(1), card(2)], vec![]);
    site.list_changed(device.id, before).await;
    site.until_in_step(device.id, before).await;
    let run = lockdown(&site, device.id);
    let shut = site.access.set(device.id, vec![card(2)], vec![]);
    apply(&site, device.id, shut, false).await;
    deliver(&site, &run).await;
    until("the door is shut", async || outcome(&site, device.id).await.door_state == "shut").await;
    let restored = site.access.set(device.id, vec![card(1), card(2)], vec![]);
    apply(&site, device.id, restored, true).await;
    assert_eq!(outcome(&site, device.id).await.door_state, "shut");
    deliver(&site, &ended(&run, "stopping")).await;
    until("the door is restored", async || outcome(&site, device.id).await.door_state == "restored").await;
    drop(panel);
    site.end().await;
}

#[tokio::test]
async fn a_door_that_comes_into_a_lockdown_is_on_its_board_and_restored_with_the_others() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let added = site.create(&site.admin(), a_panel(ROOT)).await.unwrap();
    let panel = Panel::connect(&added.serial_number).await;
    site.until_online(added.id, true).await;
    let run = lockdown(&site, device.id);
    deliver(&site, &run).await;
    assert_eq!(outcome(&site, added.id).await, AlertOutcome::default());
    let shut = site.access.set(added.id, vec![card(3)], vec![]);
    apply(&site, added.id, shut, false).await;
    until("the door is shut", async || outcome(&site, added.id).await.door_state == "shut").await;
    deliver(&site, &ended(&run, "stopping")).await;
    assert_eq!(outcome(&site, added.id).await.door_state, "restoring");
    let restored = site.access.set(added.id, vec![card(1), card(3)], vec![]);
    apply(&site, added.id, restored, true).await;
    until("the door is restored", async || outcome(&site, added.id).await.door_state == "restored").await;
    assert!(outcome(&site, added.id).await.is_over);
    drop(panel);
    site.end().await;
}

#[tokio::test]
async fn a_door_that_is_moved_out_of_a_locked_down_group_is_opened_by_nobody_until_the_release() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let run = AlertRunChanged { pass_domain_ids: Vec::new(), ..lockdown(&site, device.id) };
    deliver(&site, &run).await;
    let root = Some(proto::vestibule::common::v1::Ref { id: ROOT, ..Default::default() });
    site.update(&site.admin(), Device { domain: root, ..device.clone() }, &["domain"]).await.expect("the door is moved");
    let open = async || {
        let request = OpenLockRequest { id: device.id, lock_number: 1 };
        site.devices().open_lock(site.as_caller(&site.admin(), request)).await
    };
    assert_eq!(open().await.unwrap_err().message(), "can't perform action");
    assert!(opened(&panel).is_empty());
    deliver(&site, &ended(&run, "stopping")).await;
    assert!(open().await.unwrap().into_inner().opened);
    site.end().await;
}

#[tokio::test]
async fn a_door_whose_device_was_deleted_during_a_lockdown_is_not_restoring_for_ever() {
    let site = Site::start().await;
    let device = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    let run = lockdown(&site, device.id);
    deliver(&site, &run).await;
    site.devices().delete_device(site.as_caller(&site.admin(), DeleteDeviceRequest { id: device.id })).await.expect("it is deleted");
    deliver(&site, &ended(&run, "stopping")).await;
    until("there is nothing to restore", async || outcome(&site, device.id).await.door_state == "restored").await;
    site.end().await;
}

/// What access says of a list of a lockdown.
async fn apply(site: &Site, device_id: i64, list_version: i64, is_released: bool) {
    let devices = vec![LockdownDevice { device_id, list_version }];
    site.deliver("access.lockdown.applied", LockdownApplied { project_id: PROJECT, run_id: RUN, is_released, devices }).await;
    site.list_changed(device_id, list_version).await;
}
