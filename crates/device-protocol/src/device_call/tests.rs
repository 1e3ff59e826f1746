use serde_json::{Value, json};
use uuid::Uuid;

use super::{CallError, DeviceCall};
use crate::address::PanelMode;
use crate::call_settings::{Buttons, Concierge, DialTimeout, TalkTimeout};
use crate::clock::{ClockSettings, SummerTime};
use crate::credentials::Credentials;
use crate::envelope::{Method, Request};
use crate::face::{FaceMode, FaceSettings, Similarity};
use crate::forward::Forward;
use crate::identifier::tests::card;
use crate::lift::{
    CallWhen, Destination, Direction, Floor, FloorMap, LandingCall, LiftMode, LiftSettings, RelayContacts, RelaySettings, ReleaseTime, Trigger,
};
use crate::link::{IdentifierItems, LinkIds, PageQuery, TimeProfileItems};
use crate::lock::{LockTarget, RemoteOpening};
use crate::log_query::LogQuery;
use crate::management::{ManagementProtocol, ManagementServer, ManagementSettings};
use crate::model;
use crate::network::NetworkSettings;
use crate::plates::{PlateCamera, PlateInteraction};
use crate::sip::{SipCallSettings, SipEnable, SipSettings, SipTransport, Stun};
use crate::time_profile::{Repeat, TimeOptions, TimeProfile};

const ID: Uuid = Uuid::from_u128(9);

fn profile() -> TimeProfile {
    let at = |seconds| time::OffsetDateTime::from_unix_timestamp(seconds).unwrap();
    TimeProfile {
        link_id: Uuid::from_u128(2),
        name: "Once".into(),
        time_options: TimeOptions { is_all_day: false, date_from: at(100), date_to: at(200) },
        repeat_options: Repeat { repeat_enable: false, repeat_format: None },
    }
}

fn sip() -> SipSettings {
    SipSettings {
        proxy: "sip:sip.example.org".into(),
        realm: "sip.example.org".into(),
        user: "101".into(),
        user_id: String::new(),
        password: "Secret1".into(),
        outbound: String::new(),
        transport: SipTransport::Tls,
        registration_interval: 600,
        stun: Stun::default(),
    }
}

fn management() -> ManagementServer {
    ManagementServer {
        is_enabled: true,
        protocol: ManagementProtocol::Http,
        settings: ManagementSettings {
            url: "https://example.org".into(),
            password: "hush".into(),
            is_logging_enabled: true,
            is_heartbeat_enabled: Some(true),
            is_encrypted: None,
            certificate: None,
        },
    }
}

fn access_calls() -> Vec<DeviceCall> {
    let ids = LinkIds { link_ids: vec![Uuid::from_u128(1)] };
    vec![
        DeviceCall::Info,
        DeviceCall::Login(Credentials::new("admin & co", "p@ss word")),
        DeviceCall::OpenLock(LockTarget::new(2).unwrap()),
        DeviceCall::ReadIdentifiers(PageQuery::FIRST),
        DeviceCall::ReadIdentifiers(PageQuery::DIGEST),
        DeviceCall::WriteIdentifiers(IdentifierItems::new(vec![card()])),
        DeviceCall::DeleteIdentifiers(ids.clone()),
        DeviceCall::DeleteIdentifiersByPost(ids.clone()),
        DeviceCall::ReadTimeProfiles(PageQuery { limit: 10, page_number: 3, digest_only: false }),
        DeviceCall::WriteTimeProfiles(TimeProfileItems::new(vec![profile()])),
        DeviceCall::DeleteTimeProfiles(ids),
        DeviceCall::ReadTimeProfile(ID),
        DeviceCall::WriteTimeProfile(profile()),
        DeviceCall::DeleteTimeProfile(ID),
    ]
}

fn settings_calls() -> Vec<DeviceCall> {
    let forward = Forward { forward_entity_list: vec!["5588".into()] };
    let filter = Some("code eq 'tamper_event' or not lock eq 2".to_owned());
    vec![
        DeviceCall::WriteForward { apartment: "223".into(), forward },
        DeviceCall::WriteSip(sip()),
        DeviceCall::EnableSip(SipEnable { sip_enable: true }),
        DeviceCall::SipStatus,
        DeviceCall::SetMode(PanelMode::Unit { building: 12, unit: 3, device: 1 }),
        DeviceCall::SetMode(PanelMode::Wall { no_unit: true, device: 1 }),
        DeviceCall::SetDialTimeout(DialTimeout { dial_timeout: 30 }),
        DeviceCall::SetTalkTimeout(TalkTimeout { talk_timeout: 120 }),
        DeviceCall::SetConcierge(Concierge { number: "100".into() }),
        DeviceCall::WriteNetwork(NetworkSettings::DHCP),
        DeviceCall::WriteManagement(management()),
        DeviceCall::WriteLift(LiftSettings {
            floor_number: 4,
            send_identifier_number: true,
            call_when: CallWhen { user_opens_lock: Trigger { is_enabled: true }, ..CallWhen::default() },
        }),
        DeviceCall::ReadLogs(LogQuery { from: Some(5), filter, ..LogQuery::default() }),
        DeviceCall::Snapshot,
        DeviceCall::Reboot,
        DeviceCall::SettingsDefault,
    ]
}

/// Settings of which the paths are ours.
fn own_calls() -> Vec<DeviceCall> {
    let floor =
        Floor { floor_number: 3, name: "Third".into(), is_public: false, is_panel_floor: false, apartments: vec!["12".into()], ports: vec![3] };
    vec![
        DeviceCall::SetClock(ClockSettings { timestamp: time::OffsetDateTime::UNIX_EPOCH, timezone: 60, dst: SummerTime::NONE }),
        DeviceCall::SetSipCalls(SipCallSettings { rtp_profile: 102, use_address: true }),
        DeviceCall::SetButtons(Buttons { button_numbers: vec!["101".into(), String::new()] }),
        DeviceCall::SetRemoteOpening(RemoteOpening { is_enabled: false }),
        DeviceCall::WriteFace(FaceSettings { is_enabled: true, mode: FaceMode::Flat, similarity: Similarity::Medium, is_autostart_enabled: true }),
        DeviceCall::SetPlateInteraction(PlateInteraction { is_enabled: true }),
        DeviceCall::WritePlateCamera(PlateCamera { is_enabled: true, is_remote_opening_enabled: false }),
        DeviceCall::WriteRelays(RelaySettings {
            is_enabled: true,
            device_mode: LiftMode::CallUp,
            relay_mode: RelayContacts::NormallyOpen,
            invert_all_relays: true,
            relay_open_time: 10,
            lift_release_time: ReleaseTime { card: Some(5), api: None },
        }),
        DeviceCall::WriteFloorMap(FloorMap { floors: vec![floor] }),
        DeviceCall::ReleaseFloors(Destination { caller: "Anna".into(), floors: vec![1, 3], apartments: vec![], duration: Some(5) }),
        DeviceCall::CallLift(LandingCall { caller: "concierge".into(), floor: 3, direction: Some(Direction::Down) }),
        DeviceCall::PlayAlert(crate::alert::AlertPlay { id: 7, url: "https://v.test/a?signature=x".into(), duration: 60 }),
        DeviceCall::StopAlert(crate::alert::AlertStop { id: 7 }),
    ]
}

#[test]
fn every_call_reads_back_as_it_was_written() {
    for call in access_calls().into_iter().chain(settings_calls()).chain(own_calls()) {
        let sent = call.request(ID).encode();
        let received = Request::decode(&sent).unwrap();
        assert_eq!(DeviceCall::parse(&received).unwrap(), call);
    }
}

#[test]
fn calls_travel_on_the_vendors_paths() {
    let target = |call: DeviceCall| {
        let request = call.request(ID);
        (request.method, request.uri)
    };
    assert_eq!(
        target(DeviceCall::Login(Credentials::new("admin", "123456"))),
        (Method::Get, "/api/v1/login?username=admin&password=e10adc3949ba59abbe56e057f20f883e".into())
    );
    assert_eq!(target(DeviceCall::OpenLock(LockTarget::ALL)), (Method::Get, "/v1/access/general/lock/open/remote/accepted/0".into()));
    assert_eq!(
        target(DeviceCall::ReadIdentifiers(PageQuery::DIGEST)),
        (Method::Get, "/v1/access/identifier/items/link?limit=500&page_number=1&digest=1".into())
    );
    assert_eq!(
        target(DeviceCall::SetMode(PanelMode::Unit { building: 12, unit: 3, device: 1 })),
        (Method::Post, "/v1/device/mode/unit?building=12&unit=3&device=1".into())
    );
    assert_eq!(target(DeviceCall::WriteManagement(management())), (Method::Put, "/api/v1/network/management/server".into()));
}

#[test]
fn a_model_has_the_settings_of_what_it_can_do_and_no_others() {
    let suits = |name: &str| -> Vec<bool> { own_calls().iter().take(11).map(|call| call.suits(&model::find(name).unwrap().capability)).collect() };
    // In the order of `own_calls`, up to those of alerts, which are no settings: clock, calls, buttons, opening, faces, plates at the door, plates, relays, floors, release, call.
    assert_eq!(suits("AA-12"), [true, true, false, true, false, true, true, false, false, false, false]);
    assert_eq!(suits("AA-14FB"), [true, true, false, true, true, true, true, false, false, false, false]);
    assert_eq!(suits("BA-04BD"), [true, true, true, true, false, true, true, false, false, false, false]);
    assert_eq!(suits("CR-02BD"), [true, true, false, true, false, false, false, false, false, false, false]);
    assert_eq!(suits("EVRC-IP"), [true, true, false, false, false, false, false, true, true, true, true]);
    assert_eq!(suits("Axis"), [true, true, false, false, false, false, true, false, false, false, false]);
    assert_eq!(suits("generic relay"), [true, true, false, false, false, false, false, false, false, false, false]);
}

fn parse(method: Method, uri: &str, body: Value) -> Result<DeviceCall, CallError> {
    DeviceCall::parse(&Request::new(ID, method, uri, body))
}

#[test]
fn an_unknown_path_or_method_is_not_found() {
    for (method, uri) in [
        (Method::Get, "/v1/access/coffee"),
        (Method::Put, "/v1/access/identifier/items/link"),
        (Method::Post, "/v1/system/reboot/run"),
        (Method::Get, "/"),
        (Method::Get, ""),
    ] {
        assert_eq!(parse(method, uri, Value::Null).unwrap_err().status(), 404, "{uri}");
    }
}

#[test]
fn a_wrong_body_or_parameter_is_a_bad_request() {
    let link = "/v1/access/identifier/items/link";
    let bad = [
        (Method::Post, link, json!({"items": []})),
        (Method::Post, link, Value::Null),
        (Method::Delete, link, json!({"link_ids": ["x"]})),
        (Method::Get, "/v1/access/identifier/items/link?limit=0", Value::Null),
        (Method::Get, "/v1/access/identifier/items/link?page_number=0", Value::Null),
        (Method::Get, "/v1/access/general/lock/open/remote/accepted/9", Value::Null),
        (Method::Get, "/v1/login?username=admin&password=123456", Value::Null),
        (Method::Get, "/v1/login?password=e10adc3949ba59abbe56e057f20f883e", Value::Null),
        (Method::Post, "/v1/device/mode/unit?building=0&unit=1&device=1", Value::Null),
        (Method::Post, "/v1/device/mode/unit?building=1", Value::Null),
        (Method::Post, "/v1/access/timeprofile/item/not-a-uuid", json!({})),
    ];
    for (method, uri, body) in bad {
        assert_eq!(parse(method, uri, body).unwrap_err().status(), 400, "{uri}");
    }
}

#[test]
fn a_profile_is_not_written_under_another_id() {
    let uri = format!("/v1/access/timeprofile/item/{}", Uuid::from_u128(3));
    let body = serde_json::to_value(profile()).unwrap();
    assert!(matches!(parse(Method::Post, &uri, body), Err(CallError::Parameter("uid"))));
}
