//! Commands to lift controllers, and the log of elevators.
use std::sync::atomic::Ordering;

use device_gateway::rpc::elevator_event::ElevatorEventService;
use device_gateway::rpc::lift::LiftService;
use device_protocol::DeviceCall;
use device_protocol::lift::{Destination, Direction, LandingCall};
use futures::StreamExt;
use kit::clock::to_proto;
use policy::Caller;
use policy::Permission::CanViewElevators;
use proto::vestibule::common::v1::ExportFormat;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::elevator_events_server::ElevatorEvents;
use proto::vestibule::device::v1::lifts_server::Lifts;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{DeviceChanged, ElevatorChanged, ElevatorReleased, ReleasedFloors};
use testing::{OTHER_PROJECT, PROJECT, service, someone};
use time::Duration;
use tonic::{Code, Status};

use crate::events::push;
use crate::panel::Panel;
use crate::site::{HOUSE, ROOT, Site, a_panel, until};

const ELEVATOR: i64 = 40;

fn controller(mode: &str) -> Device {
    let settings = LiftSettings {
        device_mode: Some(mode.into()),
        lift_release_time: Some(LiftReleaseTime { card: Some(7), api: Some(400) }),
        ..Default::default()
    };
    let floor = |floor, is_public| Floor { floor, is_public, ports: vec![floor], ..Default::default() };
    let lift = LiftControllerSettings { enabled: true, settings: Some(settings), floor_map: vec![floor(3, false), floor(1, true)] };
    let panel = a_panel(HOUSE);
    let device_settings = DeviceSettings { lift_controller: Some(lift), ..panel.device_settings.clone().unwrap() };
    Device {
        name: "Lift".into(),
        r#type: DeviceType::Liftcontroller.into(),
        model: "EVRC-IP".into(),
        device_settings: Some(device_settings),
        ..panel
    }
}

/// A controller that is online and has its settings, in the elevator.
async fn connected(site: &Site, mode: &str) -> (Device, Panel) {
    let device = site.create(&site.admin(), controller(mode)).await.unwrap();
    let elevator = ElevatorChanged {
        project_id: PROJECT,
        id: ELEVATOR,
        version: 1,
        name: "North".into(),
        domain_id: HOUSE,
        device_ids: vec![device.id],
        ..Default::default()
    };
    site.deliver("access.elevator.changed", elevator).await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    (device, panel)
}

fn release(site: &Site, device: i64, event_id: i64, floors: &[i32]) -> ElevatorReleased {
    ElevatorReleased {
        project_id: PROJECT,
        event_id,
        elevator_id: ELEVATOR,
        panel_id: 77,
        panel_name: "Front door".into(),
        user_id: 5,
        user_name: "Anna".into(),
        controllers: vec![ReleasedFloors { device_id: device, floors: floors.to_vec() }],
        expires_at: Some(to_proto(site.app.context.clock.now() + Duration::seconds(10))),
        domain_id: 0,
    }
}

fn orders(panel: &Panel) -> Vec<DeviceCall> {
    let is_order = |call: &&DeviceCall| matches!(call, DeviceCall::ReleaseFloors(_) | DeviceCall::CallLift(_));
    panel.memory.lock().unwrap().calls.iter().filter(is_order).cloned().collect()
}

async fn log(site: &Site, caller: &Caller, request: ListElevatorEventsRequest) -> Vec<ElevatorEvent> {
    let request = ListElevatorEventsRequest { size: 100, sort: "id".into(), ..request };
    let events = ElevatorEventService(site.gateway.clone());
    events.list_elevator_events(site.as_caller(caller, request)).await.unwrap().into_inner().items
}

async fn commands(site: &Site) -> Vec<(String, ElevatorEventState, Vec<i32>, Option<String>)> {
    let events = log(site, &site.admin(), ListElevatorEventsRequest::default()).await;
    events.into_iter().map(|event| (event.code.clone(), event.state(), event.floors, event.error)).collect()
}

async fn call(site: &Site, caller: &Caller, floor: i32, command: LiftCommand) -> Result<Vec<i64>, Status> {
    let request = CallLiftRequest { elevator_id: ELEVATOR, floor, commands: vec![command], user_id: 31, user_name: "Guard".into() };
    Ok(LiftService(site.gateway.clone()).call_lift(site.as_caller(caller, request)).await?.into_inner().device_ids)
}

#[tokio::test]
async fn floors_are_released_once_for_an_event_and_never_too_late() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, "access-control-manual").await;
    for _ in 0..3 {
        site.deliver("access.elevator.released", release(&site, device.id, 1, &[1, 3])).await;
    }
    let late =
        ElevatorReleased { expires_at: Some(to_proto(site.app.context.clock.now() - Duration::SECOND)), ..release(&site, device.id, 2, &[1, 3]) };
    site.deliver("access.elevator.released", late).await;
    let foreign = ElevatorReleased { project_id: OTHER_PROJECT, ..release(&site, device.id, 3, &[1, 3]) };
    site.deliver("access.elevator.released", foreign).await;
    site.deliver("access.elevator.released", release(&site, device.id, 4, &[3])).await;
    let is_done = async || commands(&site).await.iter().filter(|(_, state, ..)| *state == ElevatorEventState::Done).count() == 2;
    until("both are done", is_done).await;
    let of = |floors: &[u8]| {
        DeviceCall::ReleaseFloors(Destination { caller: "Anna".into(), floors: floors.to_vec(), apartments: vec![], duration: Some(7) })
    };
    let sent = orders(&panel);
    assert_eq!((sent.len(), sent.contains(&of(&[1, 3])), sent.contains(&of(&[3]))), (2, true, true), "{sent:?}");
    let events = log(&site, &site.admin(), ListElevatorEventsRequest::default()).await;
    let event = &events[0];
    assert_eq!((event.code.as_str(), event.floors.as_slice(), event.state()), ("floors_released", &[1, 3][..], ElevatorEventState::Done));
    assert_eq!((event.user.as_ref().unwrap().id, event.panel.as_ref().unwrap().id, event.domain.as_ref().unwrap().id), (5, 77, HOUSE));
    assert_eq!((event.elevator.as_ref().unwrap().name.as_str(), event.device.as_ref().unwrap().id), ("North", device.id));
    site.end().await;
}

#[tokio::test]
async fn what_becomes_of_a_command_is_in_the_log() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, "access-control-manual").await;
    panel.memory.lock().unwrap().refuses_settings = Some(400);
    site.deliver("access.elevator.released", release(&site, device.id, 1, &[3])).await;
    let last_error = async || commands(&site).await.last().and_then(|(.., error)| error.clone());
    until("it is refused", async || last_error().await.is_some_and(|error| error.contains("not on this firmware"))).await;
    panel.memory.lock().unwrap().refuses_settings = None;
    panel.is_mute.store(true, Ordering::Relaxed);
    site.deliver("access.elevator.released", release(&site, device.id, 2, &[3])).await;
    until("it does not answer", async || last_error().await.as_deref() == Some("no_answer")).await;
    panel.vanish().await;
    site.until_online(device.id, false).await;
    site.deliver("access.elevator.released", release(&site, device.id, 3, &[3])).await;
    assert_eq!(last_error().await.as_deref(), Some("offline"));
    assert!(commands(&site).await.iter().all(|(_, state, ..)| *state == ElevatorEventState::Failed));
    site.end().await;
}

#[tokio::test]
async fn a_call_from_the_console_is_sent_in_the_mode_of_the_controller() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, "call-up-down").await;
    let access = service(PROJECT, "access");
    let up = LiftCommand { device_id: device.id, direction: "up".into(), releases: false };
    assert_eq!(call(&site, &access, 3, up.clone()).await.unwrap(), [device.id]);
    let releasing = LiftCommand { device_id: device.id, direction: String::new(), releases: true };
    assert_eq!(call(&site, &access, 1, releasing).await.unwrap(), [device.id]);
    let landing = LandingCall { caller: "concierge".into(), floor: 3, direction: Some(Direction::Up) };
    let destination = Destination { caller: "Guard".into(), floors: vec![1], apartments: vec![], duration: Some(300) };
    assert_eq!(orders(&panel), [DeviceCall::CallLift(landing), DeviceCall::ReleaseFloors(destination)]);
    let logged = log(&site, &site.admin(), ListElevatorEventsRequest::default()).await;
    assert_eq!(logged.iter().map(|event| event.user.as_ref().unwrap().id).collect::<Vec<_>>(), [31, 31]);
    assert_eq!((logged[0].code.as_str(), logged[0].direction.as_deref(), logged[0].state()), ("lift_called", Some("up"), ElevatorEventState::Done));
    for (caller, refused) in
        [(site.admin(), Code::PermissionDenied), (testing::nobody(), Code::Unauthenticated), (service(OTHER_PROJECT, "access"), Code::NotFound)]
    {
        assert_eq!(call(&site, &caller, 3, up.clone()).await.unwrap_err().code(), refused);
    }
    panel.vanish().await;
    site.until_online(device.id, false).await;
    let refused = call(&site, &access, 3, up).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::Unavailable, "device or service not available"));
    site.end().await;
}

#[tokio::test]
async fn a_controller_is_ready_when_it_is_online_and_has_its_map() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, "call-up").await;
    let reason = async |site: &Site| {
        let request = site.as_caller(&service(PROJECT, "access"), GetLiftStatesRequest { device_ids: vec![device.id, 999] });
        let states = LiftService(site.gateway.clone()).get_lift_states(request).await.unwrap().into_inner().items;
        states.into_iter().map(|state| state.not_ready_reason).collect::<Vec<_>>()
    };
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    until("it is ready", async || reason(&site).await == [""]).await;
    panel.vanish().await;
    until("it is gone", async || reason(&site).await == ["offline"]).await;
    let published: Vec<DeviceChanged> = site.outbox_events("device.device.changed").await;
    let lift = published.iter().find(|event| event.id == device.id).and_then(|event| event.lift.clone()).expect("the map is published");
    assert_eq!((lift.is_enabled, lift.device_mode.as_str()), (true, "call-up"));
    assert_eq!(lift.floors.iter().map(|floor| (floor.floor, floor.is_public)).collect::<Vec<_>>(), [(1, true), (3, false)]);
    site.end().await;
}

#[tokio::test]
async fn the_log_has_what_controllers_report_and_each_sees_their_elevators() {
    let site = Site::start().await;
    let (device, panel) = connected(&site, "call-up").await;
    let at = site.app.context.clock.now().format(&time::format_description::well_known::Rfc3339).unwrap();
    let report = |id: u64, code: &str| {
        serde_json::from_value(serde_json::json!({"id": id, "created_at": at, "category": "access", "code": code, "info": {}})).unwrap()
    };
    panel.push(push([report(1, "lift_call_success"), report(2, "lift_call_error")])).await;
    panel.push(push([report(2, "lift_call_error")])).await;
    let door = site.make_panel().await;
    Panel::connect(&door.serial_number).await.push(push([report(1, "door_was_opened")])).await;
    let all = ListElevatorEventsRequest::default();
    let codes = |events: Vec<ElevatorEvent>| events.into_iter().map(|event| event.code).collect::<Vec<_>>();
    assert_eq!(codes(log(&site, &site.admin(), all.clone()).await), ["lift_call_success", "lift_call_error"]);
    let (near, far) = (someone(PROJECT, 6, [CanViewElevators], &[HOUSE]), someone(PROJECT, 6, [CanViewElevators], &[999]));
    let seen = log(&site, &near, all.clone()).await;
    assert_eq!(seen.len(), 2);
    let names = |event: &ElevatorEvent| (event.device.clone().unwrap().name, event.domain.clone().unwrap().name);
    assert!(seen.iter().all(|event| names(event) == (String::new(), format!("Group {HOUSE}"))), "who sees elevators is not told of devices");
    assert!(log(&site, &site.admin(), all.clone()).await.iter().all(|event| names(event) == ("Lift".into(), format!("Group {HOUSE}"))));
    assert!(log(&site, &far, all.clone()).await.is_empty() && log(&site, &testing::administrator(OTHER_PROJECT), all.clone()).await.is_empty());
    // The elevator moves, and its log with it.
    let moved = ElevatorChanged {
        project_id: PROJECT,
        id: ELEVATOR,
        version: 2,
        name: "North".into(),
        domain_id: ROOT,
        device_ids: vec![device.id],
        ..Default::default()
    };
    site.deliver("access.elevator.changed", moved).await;
    assert!(log(&site, &near, all).await.is_empty());
    let filters = serde_json::json!([{"field": "code", "rule": "equals", "value": "lift_call_error"}, {"field": "elevator_id", "rule": "equals", "value": ELEVATOR}]).to_string();
    let request = DownloadElevatorEventsRequest { export_format: ExportFormat::Csv.into(), filters: filters.clone(), ..Default::default() };
    let download = ElevatorEventService(site.gateway.clone()).download_elevator_events(site.as_caller(&site.admin(), request)).await.unwrap();
    let mut chunks = download.into_inner();
    let mut table = Vec::new();
    while let Some(chunk) = chunks.next().await {
        table.extend(chunk.unwrap().data);
    }
    let table = String::from_utf8(table).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert!(lines[1].contains("lift_call_error") && lines[1].contains("North"), "{table}");
    let request = DownloadElevatorEventsRequest { filters: "nonsense".into(), ..Default::default() };
    let refused = ElevatorEventService(site.gateway.clone()).download_elevator_events(site.as_caller(&site.admin(), request)).await;
    assert_eq!(refused.err().map(|status| status.code()), Some(Code::InvalidArgument));
    site.end().await;
}

#[tokio::test]
async fn a_sheet_has_every_event_of_its_log_or_is_refused_and_a_text_takes_any_number() {
    use proto::vestibule::device::v1::events_server::Events;
    let site = Site::with_config(device_gateway::Config { max_sheet_rows: 2, ..Default::default() }).await;
    let device = site.create(&site.admin(), controller("call-up")).await.unwrap();
    let insert = async |first: i32, last: i32| {
        let mut tx = site.app.context.database.system().await.unwrap();
        for statement in [
            "INSERT INTO events (project_id, device_id, domain_id, device_event_id, category, code, info, created_at, received_at)
             SELECT $1, $2, $3, n, 1, 'lift_call_success', '{}', now(), now() FROM generate_series($4, $5) n",
            "INSERT INTO lift_events (project_id, device_id, domain_id, category, code, state, created_at, received_at)
             SELECT $1, $2, $3, 1, 'lift_call_success', 0, now(), now() FROM generate_series($4, $5) n",
        ] {
            let events = sqlx::query(statement).bind(PROJECT).bind(device.id).bind(HOUSE);
            events.bind(first).bind(last).execute(&mut *tx).await.unwrap();
        }
        tx.commit().await.unwrap();
    };
    let downloads = async |format: ExportFormat| {
        let of_events = DownloadEventsRequest { export_format: format.into(), ..Default::default() };
        let of_lifts = DownloadElevatorEventsRequest { export_format: format.into(), ..Default::default() };
        let lifts = ElevatorEventService(site.gateway.clone());
        [
            site.events_rpc().download_device_events(site.as_caller(&site.admin(), of_events)).await.err(),
            lifts.download_elevator_events(site.as_caller(&site.admin(), of_lifts)).await.err(),
        ]
        .map(|refused| refused.map(|status| status.code()))
    };
    insert(1, 2).await;
    assert_eq!(downloads(ExportFormat::Xlsx).await, [None, None]);
    insert(3, 3).await;
    assert_eq!(downloads(ExportFormat::Xlsx).await, [Some(Code::InvalidArgument); 2]);
    assert_eq!(downloads(ExportFormat::Csv).await, [None, None]);
    site.end().await;
}
