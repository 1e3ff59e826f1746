use std::time::Duration;

use device_protocol::address::PanelMode;
use device_protocol::alert::{AlertPlay, AlertStop};
use device_protocol::call_settings::Buttons;
use device_protocol::face::{FaceMode, FaceSettings, Similarity};
use device_protocol::identifier::{IdentifierItem, Owner, OwnerType, Valid};
use device_protocol::lift::{Destination, Direction, Floor, FloorMap, LandingCall, LiftMode, RelayContacts, RelaySettings, ReleaseTime};
use device_protocol::link::{IdentifierItems, LinkIds, PageQuery, TimeProfileItems};
use device_protocol::lock::RemoteOpening;
use device_protocol::log_query::LogQuery;
use device_protocol::outcome::BulkResult;
use device_protocol::sip::{SipEnable, SipSettings};
use device_protocol::{IdentifierType, ItemOutcome, LockChoice, Method, digest};
use jiff::tz::TimeZone;
use serde::Deserialize;
use uuid::Uuid;

use super::*;
use crate::credentials::generate;
use crate::device::Setup;
use crate::faults::Fault;
use crate::profile::tests::work_week;
use crate::store::tests::Scratch;

fn device(scratch: &Scratch, model: &str) -> Device {
    let setup = Setup {
        state: scratch.0.clone(),
        clock_offset: 0,
        zone: TimeZone::UTC,
        remote_check_timeout: Duration::from_secs(10),
        asks_about_unknown: false,
    };
    let credentials = generate(1, 1, &[model.to_owned()]).unwrap();
    Device::open(&credentials[0], &setup).unwrap()
}

fn call(device: &Device, call: DeviceCall) -> Response {
    answer(device, &call.request(Uuid::nil())).response
}

fn call_versioned(device: &Device, call: DeviceCall, version: u64) -> Response {
    answer(device, &call.request(Uuid::nil()).with_version(version)).response
}

fn cards(numbers: impl IntoIterator<Item = u128>) -> IdentifierItems {
    let card = |number: u128| IdentifierItem {
        link_id: Uuid::from_u128(number),
        apartment_link_id: None,
        identifier_owner: Owner { name: "Ann".into(), kind: OwnerType::Owner },
        identifier_type: IdentifierType::Card,
        identifier_number: number.to_string(),
        lock: LockChoice::All,
        valid: Valid::ALWAYS,
        face_image: None,
        time_profiles: None,
    };
    IdentifierItems::new(numbers.into_iter().map(card).collect())
}

fn outcomes(response: &Response) -> Vec<ItemOutcome> {
    let bulk = BulkResult::deserialize(&response.body).unwrap();
    bulk.result.into_iter().map(|item| item.extended_info).collect()
}

fn version_digest_and_count(device: &Device) -> (u64, String, usize) {
    let response = call(device, DeviceCall::ReadIdentifiers(PageQuery::FIRST));
    let page = IdentifierItems::deserialize(&response.body).unwrap();
    (response.version().unwrap(), response.digest().unwrap().to_owned(), page.list_items.len())
}

#[test]
fn written_items_are_stored_with_version_and_digest() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let response = call_versioned(&panel, DeviceCall::WriteIdentifiers(cards([1, 2])), 7);
    assert_eq!(outcomes(&response), [ItemOutcome::Created, ItemOutcome::Created]);
    assert_eq!(response.version(), Some(7));
    let wanted = digest::of_set(&cards([2, 1]).list_items);
    assert_eq!(version_digest_and_count(&panel), (7, wanted.clone(), 2));
    drop(panel);
    assert_eq!(version_digest_and_count(&device(&scratch, "AA-12")), (7, wanted, 2), "after a restart");
}

#[test]
fn a_digest_is_asked_for_without_the_items() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    call_versioned(&panel, DeviceCall::WriteIdentifiers(cards([1])), 3);
    let response = call(&panel, DeviceCall::ReadIdentifiers(PageQuery::DIGEST));
    assert_eq!(IdentifierItems::deserialize(&response.body).unwrap().list_items, []);
    assert_eq!((response.version(), response.digest()), (Some(3), Some(version_digest_and_count(&panel).1.as_str())));
}

#[test]
fn writing_the_same_twice_changes_nothing() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    call_versioned(&panel, DeviceCall::WriteIdentifiers(cards([1, 2])), 7);
    let before = version_digest_and_count(&panel);
    let again = call_versioned(&panel, DeviceCall::WriteIdentifiers(cards([1, 2])), 7);
    assert_eq!(outcomes(&again), [ItemOutcome::Updated, ItemOutcome::Updated]);
    assert_eq!(version_digest_and_count(&panel), before);
}

#[test]
fn both_families_ways_of_deleting_work() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    call(&panel, DeviceCall::WriteIdentifiers(cards([1, 2])));
    let ids = |id| LinkIds { link_ids: vec![Uuid::from_u128(id)] };
    assert_eq!(outcomes(&call(&panel, DeviceCall::DeleteIdentifiers(ids(1)))), [ItemOutcome::Deleted]);
    assert_eq!(outcomes(&call(&panel, DeviceCall::DeleteIdentifiersByPost(ids(2)))), [ItemOutcome::Deleted]);
    assert_eq!(outcomes(&call(&panel, DeviceCall::DeleteIdentifiers(ids(2)))), [ItemOutcome::NotFound]);
    assert_eq!(version_digest_and_count(&panel).2, 0);
}

#[test]
fn a_refused_item_is_reported_and_the_others_are_stored() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    panel.faults().set(&Fault::RefuseItems { every: 2, outcome: ItemOutcome::WrongAreas });
    let response = call(&panel, DeviceCall::WriteIdentifiers(cards([1, 2, 3])));
    assert_eq!(outcomes(&response), [ItemOutcome::Created, ItemOutcome::WrongAreas, ItemOutcome::Created]);
    assert_eq!(version_digest_and_count(&panel).2, 2);
}

#[test]
fn a_full_memory_is_reported_for_each_item() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    panel.faults().set(&Fault::FullMemory { limit: 1 });
    let response = call(&panel, DeviceCall::WriteIdentifiers(cards([1, 2])));
    assert_eq!(outcomes(&response), [ItemOutcome::Created, ItemOutcome::NumberOfIdentifiersExceeded]);
    panel.faults().set(&Fault::None);
    assert_eq!(outcomes(&call(&panel, DeviceCall::WriteIdentifiers(cards([2])))), [ItemOutcome::Created]);
}

#[test]
fn time_profiles_are_written_one_by_one_and_in_bulk() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let one = call(&panel, DeviceCall::WriteTimeProfile(work_week()));
    assert_eq!(outcomes(&one), [ItemOutcome::Created]);
    let bulk = call_versioned(&panel, DeviceCall::WriteTimeProfiles(TimeProfileItems::new(vec![work_week()])), 4);
    assert_eq!((outcomes(&bulk), bulk.version()), (vec![ItemOutcome::Updated], Some(4)));
    let uid = work_week().link_id;
    let read = call(&panel, DeviceCall::ReadTimeProfile(uid));
    assert_eq!(read.body, serde_json::to_value(work_week()).unwrap());
    let page = call(&panel, DeviceCall::ReadTimeProfiles(PageQuery::FIRST));
    assert_eq!(page.digest(), Some(digest::of_set(&[work_week()]).as_str()));
    call(&panel, DeviceCall::DeleteTimeProfile(uid));
    assert_eq!(call(&panel, DeviceCall::ReadTimeProfile(uid)).status, 404);
}

#[test]
fn a_lock_opened_by_the_server_leaves_an_event() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let lock = |number| DeviceCall::OpenLock(LockTarget::new(number).unwrap());
    assert_eq!(call(&panel, lock(1)).status, 200);
    let events = panel.journal().batch(10);
    assert_eq!((events.len(), &events[0].code), (1, &EventCode::AccessGrantedByApiCall));
    assert_eq!(events[0].info.lock, Some(1));
}

#[test]
fn a_lock_that_does_not_exist_does_not_open() {
    let scratch = Scratch::default();
    let controller = device(&scratch, "CR-02BD");
    let response = call(&controller, DeviceCall::OpenLock(LockTarget::new(3).unwrap()));
    assert_eq!((response.status, controller.journal().pending_len()), (404, 0));
}

#[test]
fn settings_are_kept_and_sip_reports_its_state() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let status = |panel: &Device| call(panel, DeviceCall::SipStatus).body["sip_status"].clone();
    assert_eq!(status(&panel), "unregistered");
    let sip: SipSettings = serde_json::from_value(json!({
        "proxy": "sip:a", "realm": "a", "user": "1", "password": "Secret1", "transport": "udp",
        "registration_interval": 60
    }))
    .unwrap();
    assert_eq!(call(&panel, DeviceCall::WriteSip(sip)).status, 200);
    assert_eq!(call(&panel, DeviceCall::EnableSip(SipEnable { sip_enable: true })).status, 200);
    let mode = PanelMode::Unit { building: 1, unit: 2, device: 3 };
    call(&panel, DeviceCall::SetMode(mode));
    drop(panel);
    let panel = device(&scratch, "AA-12");
    assert_eq!((status(&panel), panel.memory().settings.mode), (json!("registered"), Some(mode)));
}

fn relays() -> RelaySettings {
    RelaySettings {
        is_enabled: true,
        device_mode: LiftMode::CallUp,
        relay_mode: RelayContacts::NormallyClosed,
        invert_all_relays: false,
        relay_open_time: 10,
        lift_release_time: ReleaseTime::default(),
    }
}

fn faces() -> FaceSettings {
    FaceSettings { is_enabled: true, mode: FaceMode::Depth, similarity: Similarity::High, is_autostart_enabled: false }
}

#[test]
fn a_setting_that_the_model_does_not_have_is_not_found() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    for foreign in [DeviceCall::WriteFace(faces()), DeviceCall::WriteRelays(relays()), DeviceCall::SetButtons(Buttons::default())] {
        assert_eq!(call(&panel, foreign.clone()).status, 404, "{foreign:?}");
    }
    let other = Scratch::default();
    assert_eq!(call(&device(&other, "AA-14FB"), DeviceCall::WriteFace(faces())).status, 200);
}

#[test]
fn the_settings_of_a_lift_are_kept() {
    let scratch = Scratch::default();
    let lift = device(&scratch, "EVRC-IP");
    assert_eq!(call(&lift, DeviceCall::WriteRelays(relays())).status, 200);
    assert_eq!(call(&lift, DeviceCall::WriteFloorMap(FloorMap::default())).status, 200);
    drop(lift);
    let lift = device(&scratch, "EVRC-IP");
    let memory = lift.memory();
    assert_eq!((memory.settings.relays.clone(), memory.settings.floor_map.clone()), (Some(relays()), Some(FloorMap::default())));
}

fn map(floors: &[u8]) -> FloorMap {
    let floor = |floor: &u8| Floor {
        floor_number: *floor,
        name: String::new(),
        is_public: false,
        is_panel_floor: false,
        apartments: Vec::new(),
        ports: vec![*floor],
    };
    FloorMap { floors: floors.iter().map(floor).collect() }
}

#[test]
fn a_lift_does_what_its_mode_and_its_map_allow() {
    let scratch = Scratch::default();
    let lift = device(&scratch, "EVRC-IP");
    let release = |floors: &[u8]| DeviceCall::ReleaseFloors(Destination { floors: floors.to_vec(), ..Destination::default() });
    let landing = |direction| DeviceCall::CallLift(LandingCall { caller: "concierge".into(), floor: 2, direction });
    assert_eq!(call(&lift, release(&[1])).status, 400, "it has no settings yet");
    call(&lift, DeviceCall::WriteFloorMap(map(&[1, 2])));
    call(&lift, DeviceCall::WriteRelays(relays()));
    let statuses =
        [release(&[1]), landing(None), landing(Some(Direction::Up)), landing(Some(Direction::Down))].map(|order| call(&lift, order).status);
    assert_eq!(statuses, [400, 200, 200, 400]);
    call(&lift, DeviceCall::WriteRelays(RelaySettings { device_mode: LiftMode::AccessControlManual, ..relays() }));
    let statuses = [release(&[1, 2]), release(&[1, 3]), landing(None)].map(|order| call(&lift, order).status);
    assert_eq!(statuses, [200, 400, 400]);
    let (released, called) = {
        let lift = lift.lift();
        (lift.released.len(), lift.called.len())
    };
    assert_eq!((released, called), (1, 2));
    let panel = Scratch::default();
    assert_eq!(call(&device(&panel, "AA-12"), release(&[1])).status, 404);
}

#[test]
fn an_alert_is_played_refused_or_overtaken() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let play = |id| DeviceCall::PlayAlert(AlertPlay { id, url: "http://127.0.0.1:1/sound".into(), duration: 60 });
    let stop = |id| DeviceCall::StopAlert(AlertStop { id });
    let playing = || panel.sounds().playing_at(panel.clock.now()).map(|playing| playing.id);
    assert_eq!((call(&panel, play(1)).status, playing()), (200, Some(1)));
    assert_eq!((call(&panel, stop(1)).status, playing()), (200, None));
    assert_eq!((call(&panel, play(1)).status, playing()), (400, None), "it was stopped");
    panel.faults().set(&Fault::RefuseAlerts);
    assert_eq!((call(&panel, play(2)).status, playing()), (400, None));
    let controller = Scratch::default();
    assert_eq!(call(&device(&controller, "CR-02BD"), play(3)).status, 404);
}

#[test]
fn a_panel_that_may_not_be_opened_by_command_stays_shut() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let open = || call(&panel, DeviceCall::OpenLock(LockTarget::ALL)).status;
    assert_eq!(call(&panel, DeviceCall::SetRemoteOpening(RemoteOpening { is_enabled: false })).status, 200);
    assert_eq!((open(), panel.journal().pending_len()), (400, 0));
    call(&panel, DeviceCall::SetRemoteOpening(RemoteOpening { is_enabled: true }));
    assert_eq!(open(), 200);
}

#[test]
fn refused_settings_are_not_kept() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-14FB");
    panel.faults().set(&Fault::RefuseSettings);
    let refused = call(&panel, DeviceCall::WriteFace(faces()));
    assert_eq!((refused.status, panel.memory().settings.face), (400, None));
}

#[test]
fn factory_defaults_forget_everything_but_unanswered_events() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    call_versioned(&panel, DeviceCall::WriteIdentifiers(cards([1])), 7);
    call(&panel, DeviceCall::OpenLock(LockTarget::ALL));
    assert_eq!(call(&panel, DeviceCall::SettingsDefault).status, 200);
    assert_eq!((version_digest_and_count(&panel).0, version_digest_and_count(&panel).2, panel.journal().pending_len()), (0, 0, 1));
}

#[test]
fn the_log_is_read_newest_first_and_filtered() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    call(&panel, DeviceCall::OpenLock(LockTarget::ALL));
    panel.record_now(EventCode::TamperEvent, EventInfo::default()).unwrap();
    let ids = |query: LogQuery| -> Vec<u64> {
        let body = call(&panel, DeviceCall::ReadLogs(query)).body;
        body["list_items"].as_array().unwrap().iter().map(|item| item["id"].as_u64().unwrap()).collect()
    };
    assert_eq!(ids(LogQuery::default()), [2, 1]);
    let tamper = LogQuery { filter: Some("code eq tamper_event".into()), ..LogQuery::default() };
    assert_eq!(ids(tamper), [2]);
    let bad = LogQuery { filter: Some("colour eq red".into()), ..LogQuery::default() };
    assert_eq!(call(&panel, DeviceCall::ReadLogs(bad)).status, 400);
}

#[test]
fn a_camera_takes_pictures_and_a_reader_has_none() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let photo = call(&panel, DeviceCall::Snapshot).body;
    assert_eq!(photo["content_type"], "image/png");
    assert!(photo["file"].as_str().unwrap().starts_with("iVBORw0KGgo"), "the PNG signature in base64");
    let other = Scratch::default();
    assert_eq!(call(&device(&other, "CR-02BD"), DeviceCall::Snapshot).status, 404);
}

#[test]
fn a_sign_in_at_a_device_needs_its_login_and_password_and_is_logged() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let login = |name: &str, password: &str| call(&panel, DeviceCall::Login(Credentials::new(name, password)));
    let token = Token::deserialize(login(PAGE_LOGIN, PAGE_PASSWORD).body).unwrap();
    assert!(!token.token.is_empty());
    assert_eq!(login(PAGE_LOGIN, "654321").status, 401);
    assert_eq!(login("root", PAGE_PASSWORD).status, 401);
    assert_eq!(panel.journal().pending_len(), 3);
}

#[test]
fn a_reboot_is_answered_before_it_is_done() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let reply = answer(&panel, &DeviceCall::Reboot.request(Uuid::nil()));
    assert_eq!((reply.response.status, reply.then), (200, Then::Reboot));
}

#[test]
fn an_unknown_call_is_answered_with_an_error() {
    let scratch = Scratch::default();
    let panel = device(&scratch, "AA-12");
    let request = Request::new(Uuid::nil(), Method::Get, "/v1/coffee", Value::Null);
    let response = answer(&panel, &request).response;
    assert_eq!((response.status, response.body), (404, json!({"error": "unknown uri: /v1/coffee"})));
}
