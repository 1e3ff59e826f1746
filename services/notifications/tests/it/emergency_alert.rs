//! Emergency alerts: who may see, change and start them, what a run is about, and how it ends.
use device_gateway_stand_in::AppliedRuns;
use futures::StreamExt;
use notifications::events::{ALERT_OUTCOME, DEVICE};
use notifications::jobs::alert_runs;
use notifications::rpc::EmergencyAlertService;
use policy::Caller;
use policy::Permission::{
    self, CanCreateEmergencyAlert, CanDeleteEmergencyAlert, CanEditEmergencyAlert, CanPlaybackEmergencyAlert, CanViewDescendantDevices,
    CanViewDevices, CanViewEmergencyAlerts,
};
use proto::vestibule::common::v1::{DeleteAllRequest, FileChunk, Ref};
use proto::vestibule::events::v1::{AlertOutcome, AlertOutcomesChanged, AlertRunChanged, DeviceChanged, RoleChanged};
use proto::vestibule::notifications::v1::emergency_alerts_client::EmergencyAlertsClient;
use proto::vestibule::notifications::v1::emergency_alerts_server::{EmergencyAlerts, EmergencyAlertsServer};
use proto::vestibule::notifications::v1::*;
use testing::prost_message::Message;
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use time::Duration;
use tonic::service::Routes;
use tonic::{Code, Request, Status};

use crate::harness::*;

pub const MONITOR: i64 = 70;
pub const PANEL: i64 = 71;
pub const CONTROLLER: i64 = 72;
pub const ANNEX_MONITOR: i64 = 73;
const TONE: &[u8] = include_bytes!("../../../../crates/audio-upload/tests/fixtures/tone.mp3");

mod device_gateway_stand_in {
    //! Hears what device-gateway is called with.
    use std::sync::{Arc, Mutex};

    use proto::vestibule::device::v1::ApplyAlertRunRequest;
    use proto::vestibule::events::v1::AlertRunChanged;
    use testing::StandIn;
    use tonic::Request;

    #[derive(Clone, Default)]
    pub struct AppliedRuns(pub Arc<Mutex<Vec<AlertRunChanged>>>);

    impl AppliedRuns {
        pub fn stand_in(&self) -> StandIn {
            let applied = self.0.clone();
            StandIn::default().answer("vestibule.device.v1.Alerts/ApplyAlertRun", move |request: Request<ApplyAlertRunRequest>| {
                applied.lock().unwrap().extend(request.into_inner().run);
                Ok(())
            })
        }
    }
}

pub struct Alerts {
    pub site: Site,
    pub service: EmergencyAlertService,
    applied: AppliedRuns,
}

pub fn device(id: i64, kind: &str, locks: i32, domain_id: i64) -> DeviceChanged {
    DeviceChanged { project_id: PROJECT, id, version: 1, name: format!("{kind} {id}"), r#type: kind.into(), locks, domain_id, ..Default::default() }
}

pub async fn start() -> Alerts {
    let mut site = Site::start().await;
    let folder = std::env::temp_dir().join(format!("vestibule-alerts-{}", site.app.database()));
    let blob = kit::settings::BlobVariables::of_folder(folder.to_str().unwrap());
    site.app.context.settings = std::sync::Arc::new(kit::Settings { blob, ..(*site.app.context.settings).clone() });
    let applied = AppliedRuns::default();
    site.app.context.peers.add("device-gateway", applied.stand_in().routes());
    site.service = notifications::app::App::new(site.app.context.clone(), notifications::config::Config::default());
    let devices = [
        device(MONITOR, "monitor", 0, FLOOR),
        device(PANEL, "panel", 2, HOUSE),
        device(CONTROLLER, "accesscontroller", 4, HOUSE),
        device(ANNEX_MONITOR, "monitor", 0, ANNEX),
    ];
    for device in devices {
        site.receive(DEVICE, &device).await;
    }
    Alerts { service: EmergencyAlertService(site.service.clone()), site, applied }
}

impl Alerts {
    pub fn by<T>(&self, caller: &Caller, message: T) -> Request<T> {
        self.site.app.context.signer.request(caller, message)
    }

    async fn upload(&self, caller: &Caller, data: &[u8]) -> Result<EmergencyAlertFile, Status> {
        let peers = kit::peers::Peers::new(&self.site.app.context.settings).unwrap();
        peers.add("notifications", Routes::new(EmergencyAlertsServer::new(EmergencyAlertService(self.site.service.clone()))));
        let mut client = EmergencyAlertsClient::new(peers.peer("notifications"));
        let file = FileChunk { file_name: "siren.mp3".into(), data: data.to_vec(), is_last: true, ..Default::default() };
        let request = self.by(caller, futures::stream::iter([UploadEmergencyAlertFileRequest { file: Some(file) }]));
        Ok(client.upload_emergency_alert_file(request).await?.into_inner())
    }

    /// An alert for monitors of the house, with a sound of the caller's.
    pub async fn fire(&self, caller: &Caller) -> EmergencyAlert {
        EmergencyAlert {
            name: "Fire".into(),
            filename: self.upload(caller, TONE).await.expect("a sound").filename,
            device_type: AlertDeviceType::Monitor.into(),
            playback_duration: 60,
            door_mode: DoorMode::None.into(),
            door_duration: 900,
            domains: vec![reference(HOUSE)],
            ..Default::default()
        }
    }

    pub async fn create(&self, caller: &Caller, alert: EmergencyAlert) -> Result<EmergencyAlert, Status> {
        let request = CreateEmergencyAlertRequest { emergency_alert: Some(alert) };
        Ok(self.service.create_emergency_alert(self.by(caller, request)).await?.into_inner())
    }

    pub async fn update(&self, caller: &Caller, id: i64, alert: EmergencyAlert, paths: &[&str]) -> Result<EmergencyAlert, Status> {
        let update_mask = Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = UpdateEmergencyAlertRequest { id, emergency_alert: Some(alert), update_mask };
        Ok(self.service.update_emergency_alert(self.by(caller, request)).await?.into_inner())
    }

    pub async fn get(&self, caller: &Caller, id: i64) -> Result<EmergencyAlert, Status> {
        Ok(self.service.get_emergency_alert(self.by(caller, GetEmergencyAlertRequest { id })).await?.into_inner())
    }

    pub async fn start(&self, caller: &Caller, id: i64) -> Result<AlertRun, Status> {
        self.drill(caller, id, 0).await
    }

    pub async fn drill(&self, caller: &Caller, id: i64, drill_device_id: i64) -> Result<AlertRun, Status> {
        Ok(self.service.start_emergency_alert(self.by(caller, StartEmergencyAlertRequest { id, drill_device_id })).await?.into_inner())
    }

    pub async fn stop(&self, caller: &Caller, id: i64) -> Result<Option<AlertRun>, Status> {
        Ok(self.service.stop_emergency_alert(self.by(caller, StopEmergencyAlertRequest { id })).await?.into_inner().run)
    }

    async fn run(&self, id: i64, run_id: i64) -> AlertRun {
        self.service.get_alert_run(self.by(&admin(), GetAlertRunRequest { id, run_id })).await.expect("a run").into_inner()
    }

    /// What was published of runs, in order.
    pub async fn published(&self) -> Vec<AlertRunChanged> {
        let events = self.site.app.events().await;
        let of_runs = events.iter().filter(|(topic, _)| topic == "notifications.alert_run.changed");
        of_runs.map(|(_, payload)| AlertRunChanged::decode(payload.as_slice()).unwrap()).collect()
    }

    async fn outcome(&self, run_id: i64, item: AlertOutcome) {
        self.site.receive(ALERT_OUTCOME, &AlertOutcomesChanged { project_id: PROJECT, run_id, items: vec![item] }).await;
    }
}

pub fn admin() -> Caller {
    administrator(PROJECT)
}

pub const GUARD_RIGHTS: [Permission; 7] = [
    CanViewEmergencyAlerts,
    CanCreateEmergencyAlert,
    CanEditEmergencyAlert,
    CanDeleteEmergencyAlert,
    CanPlaybackEmergencyAlert,
    CanViewDevices,
    CanViewDescendantDevices,
];

/// With every right to alerts, in some groups and below.
pub fn guard(id: i64, groups: &[i64]) -> Caller {
    someone(PROJECT, id, GUARD_RIGHTS, groups)
}

pub fn reference(id: i64) -> Ref {
    Ref { id, ..Default::default() }
}

#[tokio::test]
async fn a_sound_is_converted_heard_by_its_link_and_belongs_to_who_uploaded_it() {
    let alerts = start().await;
    let file = alerts.upload(&admin(), TONE).await.unwrap();
    assert_eq!((file.name.as_str(), (480..620).contains(&file.duration)), ("siren.mp3", true));
    let (path, query) = file.url.split_once('?').unwrap();
    assert_eq!(path, format!("/api/v0/emergency-alert-audio/{}", file.filename));
    let part = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)).unwrap().replace("%3A", ":");
    let link = GetEmergencyAlertAudioRequest {
        filename: file.filename.clone(),
        subject: part("subject="),
        expires: part("expires=").parse().unwrap(),
        signature: part("signature="),
    };
    let audio = alerts.service.get_emergency_alert_audio(Request::new(link.clone())).await.unwrap().into_inner();
    let pieces: Vec<FileChunk> = audio.map(|piece| piece.unwrap()).collect().await;
    assert_eq!(pieces[0].content_type, "audio/wav");
    let bytes: Vec<u8> = pieces.into_iter().flat_map(|piece| piece.data).collect();
    assert_eq!(&bytes[..4], b"RIFF");
    for forged in [
        GetEmergencyAlertAudioRequest { subject: "user:99".into(), ..link.clone() },
        GetEmergencyAlertAudioRequest { expires: link.expires + 1, ..link.clone() },
        GetEmergencyAlertAudioRequest { filename: uuid::Uuid::nil().to_string(), ..link.clone() },
    ] {
        assert_eq!(alerts.service.get_emergency_alert_audio(Request::new(forged)).await.err().unwrap().code(), Code::NotFound);
    }
    alerts.site.app.context.clock.advance(Duration::hours(1));
    assert!(alerts.service.get_emergency_alert_audio(Request::new(link)).await.is_err(), "it has expired");
    let theirs = EmergencyAlert { filename: file.filename, ..alerts.fire(&guard(5, &[COMPANY])).await };
    assert_eq!(field_error(&alerts.create(&guard(5, &[COMPANY]), theirs).await.unwrap_err(), "filename"), "invalid data sent");
}

/// 16 bytes of sound.
fn short_wav() -> Vec<u8> {
    let mut file = b"RIFF\x34\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x10\0\0\0".to_vec();
    file.extend([0x10, 0x27].repeat(8));
    file
}

#[tokio::test]
async fn what_is_no_sound_is_an_invalid_file() {
    let alerts = start().await;
    for data in [&b"%PDF-1.7"[..], &[0xff, 0xfb, 0x90, 0x00], include_bytes!("../../../../crates/audio-upload/tests/fixtures/opus.ogg")] {
        assert_eq!(alerts.upload(&admin(), data).await.unwrap_err().message(), "invalid file");
    }
    let click = alerts.upload(&admin(), &short_wav()).await.unwrap_err();
    assert_eq!((click.message(), field_error(&click, "file").as_str()), ("invalid file", "minimum duration is 200 ms"));
    assert_eq!(alerts.upload(&someone(PROJECT, 5, [CanViewEmergencyAlerts], &[]), TONE).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn a_sound_that_no_alert_has_is_deleted_after_a_day() {
    let alerts = start().await;
    let used = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap();
    alerts.upload(&admin(), TONE).await.unwrap();
    assert_eq!(alert_runs::delete_old(&alerts.site.service).await.unwrap(), 0);
    alerts.site.app.context.clock.advance(Duration::hours(25));
    assert_eq!(alert_runs::delete_old(&alerts.site.service).await.unwrap(), 1);
    assert!(alerts.get(&admin(), used.id).await.unwrap().file.is_some());
}

#[tokio::test]
async fn an_alert_is_seen_and_changed_as_far_as_its_groups_and_devices_are() {
    let alerts = start().await;
    let house = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap();
    let both = EmergencyAlert { domains: vec![reference(HOUSE), reference(ANNEX)], ..alerts.fire(&admin()).await };
    let both = alerts.create(&admin(), both).await.unwrap();
    let single = EmergencyAlert { domains: vec![], devices: vec![reference(ANNEX_MONITOR)], ..alerts.fire(&admin()).await };
    let single = alerts.create(&admin(), single).await.unwrap();
    let of_house = guard(5, &[HOUSE]);
    assert!(alerts.get(&of_house, house.id).await.is_ok());
    let seen = alerts.get(&of_house, both.id).await.unwrap();
    assert_eq!(seen.domains.iter().map(|group| group.id).collect::<Vec<_>>(), [HOUSE], "the annex is nobody's business there");
    assert_eq!(alerts.get(&of_house, single.id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(alerts.get(&guard(6, &[FLOOR]), house.id).await.unwrap_err().code(), Code::NotFound, "the house is above the floor");
    assert_eq!(alerts.get(&administrator(OTHER_PROJECT), house.id).await.unwrap_err().code(), Code::NotFound);
    // Who has a part of it changes, starts and stops nothing of the other part.
    let renamed = EmergencyAlert { name: "Mine".into(), ..Default::default() };
    assert_eq!(alerts.update(&of_house, both.id, renamed.clone(), &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(alerts.start(&of_house, both.id).await.unwrap_err().code(), Code::PermissionDenied);
    alerts.start(&admin(), both.id).await.unwrap();
    assert_eq!(alerts.stop(&of_house, both.id).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(alerts.update(&of_house, house.id, renamed, &["name"]).await.unwrap().name, "Mine");
}

#[tokio::test]
async fn who_sees_no_devices_takes_none_away_from_an_alert() {
    let alerts = start().await;
    let fire = EmergencyAlert { devices: vec![reference(PANEL)], ..alerts.fire(&admin()).await };
    let id = alerts.create(&admin(), fire).await.unwrap().id;
    let editor = someone(PROJECT, 5, [CanViewEmergencyAlerts, CanEditEmergencyAlert], &[HOUSE]);
    let shown = alerts.get(&editor, id).await.unwrap();
    assert_eq!((shown.domains.len(), shown.devices.len()), (1, 0));
    alerts.update(&editor, id, EmergencyAlert { name: "Smoke".into(), ..shown }, &["name", "domains", "devices"]).await.unwrap();
    let after = alerts.get(&admin(), id).await.unwrap();
    assert_eq!((after.name.as_str(), after.devices.iter().map(|device| device.id).collect::<Vec<_>>()), ("Smoke", vec![PANEL]));
    alerts.update(&admin(), id, EmergencyAlert::default(), &["devices"]).await.unwrap();
    assert!(alerts.get(&admin(), id).await.unwrap().devices.is_empty(), "who sees them does");
}

#[tokio::test]
async fn a_person_uploads_20_sounds_in_a_minute_those_that_are_none_too() {
    let alerts = start().await;
    let one = guard(5, &[HOUSE]);
    for _ in 0..20 {
        assert_eq!(alerts.upload(&one, b"no sound").await.unwrap_err().code(), Code::FailedPrecondition);
    }
    assert_eq!(alerts.upload(&one, TONE).await.unwrap_err().code(), Code::ResourceExhausted);
    assert!(alerts.upload(&guard(6, &[HOUSE]), TONE).await.is_ok());
}

#[tokio::test]
async fn a_person_keeps_20_sounds_that_no_alert_has() {
    let alerts = start().await;
    let one = guard(5, &[HOUSE]);
    let mut tx = alerts.site.app.context.database.system().await.unwrap();
    sqlx::query(
        "INSERT INTO alert_files (key, project_id, file_name, size, sha256, milliseconds, created_by, created_at)
         SELECT gen_random_uuid(), $1, 'siren.mp3', 1, '', 500, 5, $2 FROM generate_series(1, 20)",
    )
    .bind(PROJECT)
    .bind(alerts.site.app.context.clock.now())
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let refused = alerts.upload(&one, TONE).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "too many items: at most 20"));
    alerts.site.app.context.clock.advance(Duration::hours(25));
    alert_runs::delete_old(&alerts.site.service).await.unwrap();
    assert!(alerts.upload(&one, TONE).await.is_ok());
}

#[tokio::test]
async fn that_somebody_made_an_alert_lets_them_start_nothing_in_groups_that_they_have_left() {
    let alerts = start().await;
    let made = alerts.create(&guard(5, &[HOUSE]), alerts.fire(&guard(5, &[HOUSE])).await).await.unwrap();
    let moved = guard(5, &[ANNEX]);
    assert!(alerts.get(&moved, made.id).await.is_ok(), "one sees what one made");
    assert_eq!(alerts.start(&moved, made.id).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn recipients_outside_of_the_callers_reach_are_refused_by_name() {
    let alerts = start().await;
    let of_house = guard(5, &[HOUSE]);
    let fire = alerts.fire(&of_house).await;
    for (alert, named) in [
        (EmergencyAlert { domains: vec![reference(ANNEX)], ..fire.clone() }, "group 4"),
        (EmergencyAlert { devices: vec![reference(ANNEX_MONITOR)], ..fire.clone() }, "device 73"),
        (EmergencyAlert { pass_domains: vec![reference(ANNEX)], ..fire.clone() }, "group 4"),
        (EmergencyAlert { start_roles: vec![reference(OTHER_ADMINISTRATOR)], ..fire.clone() }, "role 11"),
    ] {
        assert_eq!(missing_entities(&alerts.create(&of_house, alert).await.unwrap_err()), [named]);
    }
    assert!(alerts.create(&of_house, fire).await.is_ok());
}

#[tokio::test]
async fn a_run_is_about_the_devices_of_the_groups_and_below_and_opens_locks_of_panels_and_controllers() {
    let alerts = start().await;
    let alert = EmergencyAlert { open_locks: true, devices: vec![reference(ANNEX_MONITOR)], ..alerts.fire(&admin()).await };
    let id = alerts.create(&admin(), alert).await.unwrap().id;
    let run = alerts.start(&admin(), id).await.unwrap();
    let counts = run.counts.unwrap();
    assert_eq!((run.status(), counts.players, counts.locks), (AlertRunStatus::Running, 2, 6));
    let published = alerts.published().await;
    let targets: Vec<(i64, bool, i32)> = published[0].targets.iter().map(|target| (target.device_id, target.plays, target.locks)).collect();
    assert_eq!(targets, [(MONITOR, true, 0), (PANEL, false, 2), (CONTROLLER, false, 4), (ANNEX_MONITOR, true, 0)]);
    assert!(published[0].audio_url.contains("/api/v0/emergency-alert-audio/"));
    // Device-gateway is called ahead of the event.
    for _ in 0..500 {
        if !alerts.applied.0.lock().unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(alerts.applied.0.lock().unwrap().first(), published.first());
    let names: Vec<String> = alerts.run(id, run.id).await.devices.into_iter().map(|device| device.device.unwrap().name).collect();
    assert_eq!(names, ["accesscontroller 72", "monitor 70", "monitor 73", "panel 71"]);
}

#[tokio::test]
async fn without_a_device_in_reach_nothing_is_started() {
    let alerts = start().await;
    let panels = EmergencyAlert { domains: vec![reference(ANNEX)], device_type: AlertDeviceType::Panel.into(), ..alerts.fire(&admin()).await };
    let id = alerts.create(&admin(), panels).await.unwrap().id;
    assert_eq!(alerts.start(&admin(), id).await.unwrap_err().message(), "can't perform action");
    assert!(alerts.published().await.is_empty());
}

#[tokio::test]
async fn two_who_start_have_one_run_and_stopping_is_always_possible() {
    let alerts = start().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    assert!(alerts.stop(&admin(), id).await.unwrap().is_none(), "nothing has run yet");
    let first = alerts.start(&admin(), id).await.unwrap();
    assert_eq!(alerts.start(&guard(5, &[COMPANY]), id).await.unwrap().id, first.id);
    let edited = alerts.update(&admin(), id, EmergencyAlert { name: "x".into(), ..Default::default() }, &["name"]).await;
    assert_eq!(edited.unwrap_err().message(), "can't perform action");
    let deleted = alerts.service.delete_all_emergency_alerts(alerts.by(&admin(), DeleteAllRequest { items: vec![id] })).await.unwrap().into_inner();
    assert_eq!((deleted.items[0].done, deleted.items[0].message.as_str()), (false, "can't perform action"));
    let stopped = alerts.stop(&guard(5, &[COMPANY]), id).await.unwrap().unwrap();
    assert_eq!((stopped.id, stopped.status(), stopped.stopped_by_user.unwrap().id), (first.id, AlertRunStatus::Stopping, 5));
    assert_eq!(alerts.stop(&admin(), id).await.unwrap().unwrap().status(), AlertRunStatus::Stopping, "once more does nothing");
    assert_eq!(alerts.published().await.iter().map(|run| run.status.as_str()).collect::<Vec<_>>(), ["running", "stopping"]);
    // A fire does not wait for the answers to the end of the run before.
    assert_ne!(alerts.start(&admin(), id).await.unwrap().id, first.id);
}

#[tokio::test]
async fn a_run_ends_when_all_devices_have_answered_or_by_the_clock() {
    let alerts = start().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    let run = alerts.start(&admin(), id).await.unwrap().id;
    let outcome = |version, state: &str, is_over| AlertOutcome { device_id: MONITOR, version, state: state.into(), is_over, ..Default::default() };
    alerts.outcome(run, AlertOutcome { door_state: "none".into(), ..outcome(2, "playing", false) }).await;
    alerts.outcome(run, AlertOutcome { door_state: "none".into(), ..outcome(1, "sent", false) }).await;
    assert_eq!(alerts.run(id, run).await.devices[0].state(), AlertPlayState::Playing, "what comes late changes nothing");
    alerts.stop(&admin(), id).await.unwrap();
    alerts.outcome(run, AlertOutcome { door_state: "none".into(), ..outcome(3, "stopped", true) }).await;
    assert_eq!(alerts.run(id, run).await.status(), AlertRunStatus::Stopped);

    let silent = alerts.start(&admin(), id).await.unwrap().id;
    alerts.stop(&admin(), id).await.unwrap();
    alerts.site.app.context.clock.advance(Duration::seconds(10));
    assert_eq!(alerts.run(id, silent).await.status(), AlertRunStatus::Stopped, "by the clock, whether or not a job has run");

    let whole = alerts.start(&admin(), id).await.unwrap().id;
    alerts.site.app.context.clock.advance(Duration::seconds(60));
    assert_eq!(alerts.run(id, whole).await.status(), AlertRunStatus::Finished);
    assert!(alerts.get(&admin(), id).await.unwrap().run.is_none());
    alert_runs::advance_all_due(&alerts.site.service).await.unwrap();
    let last = alerts.published().await.pop().unwrap();
    assert_eq!((last.id, last.status.as_str()), (whole, "finished"));
}

#[tokio::test]
async fn a_drill_is_about_one_device_of_the_alert_and_never_in_the_way_of_a_run() {
    let alerts = start().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    assert_eq!(alerts.drill(&admin(), id, ANNEX_MONITOR).await.unwrap_err().message(), "can't perform action", "no device of the alert");
    let drill = alerts.drill(&admin(), id, MONITOR).await.unwrap();
    assert!(drill.is_drill && drill.counts.unwrap().players == 1);
    let run = alerts.start(&admin(), id).await.unwrap();
    assert!(!run.is_drill);
    assert_eq!(alerts.run(id, drill.id).await.status(), AlertRunStatus::Stopping);
    assert_eq!(alerts.drill(&admin(), id, MONITOR).await.unwrap_err().message(), "can't perform action", "this is no drill");
    assert_eq!(alerts.get(&admin(), id).await.unwrap().run.unwrap().id, run.id);
}

#[tokio::test]
async fn a_lockdown_names_its_doors_and_who_passes_and_is_released_by_the_roles_that_it_names() {
    let alerts = start().await;
    let lockdown = EmergencyAlert {
        name: "Lockdown".into(),
        device_type: AlertDeviceType::Monitor.into(),
        playback_duration: 60,
        door_mode: DoorMode::Lockdown.into(),
        door_duration: 900,
        domains: vec![reference(HOUSE)],
        pass_domains: vec![reference(FLOOR)],
        release_roles: vec![reference(ADMINISTRATOR)],
        start_roles: vec![reference(RESIDENT)],
        ..Default::default()
    };
    let id = alerts.create(&admin(), lockdown).await.unwrap().id;
    let resident = Caller { role_id: RESIDENT, ..guard(5, &[COMPANY]) };
    assert_eq!(alerts.start(&Caller { role_id: ADMINISTRATOR, ..admin() }, id).await.unwrap_err().code(), Code::PermissionDenied);
    let run = alerts.start(&resident, id).await.unwrap();
    assert_eq!(run.counts.unwrap().doors, 2);
    let published = alerts.published().await.remove(0);
    assert_eq!((published.door_mode.as_str(), &published.domain_ids, &published.pass_domain_ids), ("lockdown", &vec![HOUSE], &vec![FLOOR]));
    assert_eq!(alerts.stop(&resident, id).await.unwrap_err().code(), Code::PermissionDenied);
    let shut = AlertOutcome { device_id: PANEL, version: 1, state: "none".into(), door_state: "shut".into(), ..Default::default() };
    alerts.outcome(run.id, shut).await;
    assert_eq!(alerts.run(id, run.id).await.counts.unwrap().shut_doors, 1);
    let released = alerts.stop(&Caller { role_id: ADMINISTRATOR, ..admin() }, id).await.unwrap().unwrap();
    assert_eq!(released.status(), AlertRunStatus::Stopping);
}

#[tokio::test]
async fn what_runs_is_published_once_more_as_it_was_started_and_what_has_ended_is_not() {
    let alerts = start().await;
    let lockdown = EmergencyAlert {
        name: "Lockdown".into(),
        door_mode: DoorMode::Lockdown.into(),
        door_duration: 900,
        devices: vec![reference(ANNEX_MONITOR)],
        pass_domains: vec![reference(FLOOR)],
        ..alerts.fire(&admin()).await
    };
    let lockdown = alerts.create(&admin(), lockdown).await.unwrap().id;
    let fire = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    let drilled = alerts.create(&admin(), EmergencyAlert { name: "Drilled".into(), ..alerts.fire(&admin()).await }).await.unwrap().id;
    alerts.start(&admin(), fire).await.unwrap();
    let run = alerts.start(&admin(), lockdown).await.unwrap();
    let drill = alerts.drill(&admin(), drilled, MONITOR).await.unwrap();
    alerts.stop(&admin(), fire).await.unwrap();
    let before = alerts.published().await;
    alert_runs::repeat_all(&alerts.site.service).await.unwrap();
    let repeated = alerts.published().await.split_off(before.len());
    let first = |id| before.iter().find(|event| event.id == id).unwrap().clone();
    let once_more = |id| AlertRunChanged { is_repeated: true, ..first(id) };
    assert_eq!(repeated, [once_more(drill.id), once_more(run.id)], "the newest first, equal to the first snapshots but for saying so");
    assert!(!repeated[1].audio_url.is_empty() && repeated[1].targets.len() == 4);

    alerts.site.app.context.clock.advance(Duration::seconds(60));
    let before = alerts.published().await.len();
    alert_runs::repeat_all(&alerts.site.service).await.unwrap();
    let repeated = alerts.published().await.split_off(before);
    assert_eq!(repeated.iter().map(|event| event.id).collect::<Vec<_>>(), [run.id], "the time of the drill is over, whether or not a job has run");
}

#[tokio::test]
async fn so_many_runs_are_published_once_more_in_one_round_and_no_more() {
    let alerts = start().await;
    let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
    alerts.start(&admin(), id).await.unwrap();
    let mut tx = alerts.site.app.context.database.system().await.unwrap();
    for statement in [
        "INSERT INTO emergency_alerts (project_id, name, device_type, playback_duration, open_locks, door_mode, door_duration, start_roles,
             release_roles, created_at, updated_at)
         SELECT project_id, 'Alert ' || n, device_type, playback_duration, open_locks, door_mode, door_duration, '{}', '{}', created_at, updated_at
         FROM emergency_alerts, generate_series(1, 210) n",
        "INSERT INTO alert_runs (project_id, alert_id, alert_name, status, is_drill, open_locks, door_mode, started_at, started_by, started_by_name,
             sound_ends_at, ends_at, due_at)
         SELECT r.project_id, a.id, a.name, 1, false, false, 1, r.started_at, 1, '', r.sound_ends_at, r.ends_at, r.due_at
         FROM alert_runs r, emergency_alerts a WHERE a.id <> r.alert_id",
    ] {
        sqlx::query(statement).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    let before = alerts.published().await.len();
    alert_runs::repeat_all(&alerts.site.service).await.unwrap();
    assert_eq!(alerts.published().await.len() - before, 200);
}

#[tokio::test]
async fn a_door_that_comes_into_a_lockdown_is_on_the_board_of_its_run() {
    const ADDED: i64 = 74;
    let alerts = start().await;
    alerts.site.receive(DEVICE, &device(ADDED, "panel", 1, ANNEX)).await;
    let lockdown = EmergencyAlert { door_mode: DoorMode::Lockdown.into(), ..alerts.fire(&admin()).await };
    let id = alerts.create(&admin(), lockdown).await.unwrap().id;
    let run = alerts.start(&admin(), id).await.unwrap();
    assert_eq!(run.counts.unwrap().doors, 2);
    let outcome = |version, door: &str| AlertOutcome {
        device_id: ADDED,
        version,
        state: "none".into(),
        door_state: door.into(),
        is_over: door == "restored",
        ..Default::default()
    };
    alerts.outcome(run.id, outcome(1, "waiting")).await;
    alerts.outcome(run.id, outcome(2, "shut")).await;
    let counts = alerts.run(id, run.id).await.counts.unwrap();
    assert_eq!((counts.doors, counts.shut_doors), (3, 1));
}

#[tokio::test]
async fn a_lockdown_whose_release_roles_are_deleted_is_released_by_those_who_may_change_the_alert() {
    let alerts = start().await;
    let lockdown = EmergencyAlert {
        door_mode: DoorMode::Lockdown.into(),
        door_duration: 900,
        release_roles: vec![reference(RESIDENT)],
        ..alerts.fire(&admin()).await
    };
    let id = alerts.create(&admin(), lockdown.clone()).await.unwrap().id;
    alerts.start(&admin(), id).await.unwrap();
    let role = [CanViewEmergencyAlerts, CanPlaybackEmergencyAlert, CanViewDevices, CanViewDescendantDevices];
    let guard = someone(PROJECT, 5, role, &[COMPANY]);
    assert_eq!(alerts.stop(&admin(), id).await.unwrap_err().code(), Code::PermissionDenied);
    let deleted = RoleChanged { project_id: PROJECT, id: RESIDENT, version: 1_000, deleted: true, ..Default::default() };
    alerts.site.receive(notifications::events::ROLE, &deleted).await;
    assert_eq!(alerts.stop(&guard, id).await.unwrap_err().code(), Code::PermissionDenied, "who may not change the alert");
    assert_eq!(alerts.stop(&admin(), id).await.unwrap().unwrap().status(), AlertRunStatus::Stopping);
    let again = EmergencyAlert { name: "Another".into(), ..lockdown };
    assert_eq!(missing_entities(&alerts.create(&admin(), again).await.unwrap_err()), ["role 3"], "a deleted role is named by no alert");
}

#[tokio::test]
async fn every_field_that_a_patch_names_is_stored_and_answered() {
    let alerts = start().await;
    let made = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap();
    let changes = testing::changed_fields("vestibule.notifications.v1.EmergencyAlert", &made, &[("filename", made.filename.as_str())]);
    assert!(changes.iter().any(|change| change.path == "playback_duration"));
    for change in changes {
        alerts.update(&admin(), made.id, change.entity.clone(), &[&change.path]).await.unwrap_or_else(|error| panic!("{}: {error:?}", change.path));
        assert!(change.is_in(&alerts.get(&admin(), made.id).await.unwrap()), "{} is answered", change.path);
        alerts.update(&admin(), made.id, made.clone(), &[&change.path]).await.unwrap();
    }
}

#[tokio::test]
async fn lists_take_as_many_statements_for_ten_alerts_as_for_two() {
    let alerts = start().await;
    let list = || async {
        let request = alerts.by(&guard(5, &[COMPANY]), ListEmergencyAlertsRequest { size: 50, ..Default::default() });
        alerts.service.list_emergency_alerts(request).await.unwrap().into_inner().items.len()
    };
    let mut taken = Vec::new();
    for rows in [2usize, 10] {
        while list().await < rows {
            let id = alerts.create(&admin(), alerts.fire(&admin()).await).await.unwrap().id;
            alerts.start(&admin(), id).await.unwrap();
        }
        taken.push(testing::statements(list()).await.1.len());
    }
    assert_eq!(taken[0], taken[1]);
}
