//! Images of events: which events have one, who sees it, and how long it is stored.
use device_protocol::{DeviceCall, Event as Reported};
use futures::TryStreamExt;
use kit::session_link;
use policy::Caller;
use policy::Permission::{CanViewAccessControlEvents, CanViewAllDevices, CanViewDeviceEvents, CanViewDevices};
use proto::vestibule::device::v1::device_alarms_server::DeviceAlarms;
use proto::vestibule::device::v1::event_images_server::EventImages;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{ProjectChanged, ProjectGeneral, ProjectSettingsChanged};
use serde_json::{Value, json};
use testing::{OTHER_PROJECT, PROJECT, someone};
use time::format_description::well_known::Rfc3339;
use tonic::{Code, Status};

use crate::events::push;
use crate::panel::Panel;
use crate::site::{HOUSE, ROOT, Site, a_panel, until};

/// One pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const STORAGE: &str = "/api/v0/logs/storage/";

/// Seconds ago, by the platform's clock.
pub fn reported(site: &Site, id: u64, ago: i64, category: &str, code: &str) -> Reported {
    let at = (site.app.context.clock.now() - time::Duration::seconds(ago)).format(&Rfc3339).unwrap();
    serde_json::from_value(json!({"id": id, "created_at": at, "category": category, "code": code, "info": {"lock": 1}})).unwrap()
}

fn granted(site: &Site, id: u64, ago: i64) -> Reported {
    reported(site, id, ago, "access", "access_granted_by_valid_identifier")
}

fn with_session(caller: Caller) -> Caller {
    Caller { session_id: 5, ..caller }
}

pub async fn a_camera(site: &Site, photo: Value) -> (Device, Panel) {
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.memory.lock().unwrap().photo = Some(photo);
    site.until_online(device.id, true).await;
    (device, panel)
}

pub fn a_photo() -> Value {
    json!({"content_type": "image/png", "file": PNG})
}

fn snapshots(panel: &Panel) -> usize {
    panel.memory.lock().unwrap().calls.iter().filter(|call| matches!(call, DeviceCall::Snapshot)).count()
}

/// The links of the events, the oldest first.
async fn links(site: &Site, caller: &Caller) -> Vec<Option<String>> {
    site.device_events(caller).await.into_iter().map(|event| event.image_url).collect()
}

/// Asks for the links until this many events have one.
async fn until_images(site: &Site, count: usize) -> Vec<Option<String>> {
    let admin = with_session(site.admin());
    until("events have images", async || links(site, &admin).await.iter().flatten().count() == count).await;
    links(site, &admin).await
}

async fn fetch(site: &Site, caller: &Caller, url: &str) -> Result<Vec<u8>, Status> {
    let path = url.strip_prefix(STORAGE).expect("the address of an image").split('?').next().unwrap().to_owned();
    let request = site.as_caller(caller, GetEventImageRequest { path, ..Default::default() });
    let pieces: Vec<_> = site.images().get_event_image(request).await?.into_inner().try_collect().await?;
    Ok(pieces.into_iter().flat_map(|piece| piece.data).collect())
}

#[tokio::test]
async fn an_event_that_has_just_happened_has_a_jpeg_for_whoever_sees_the_event() {
    let site = Site::start().await;
    let (_, panel) = a_camera(&site, a_photo()).await;
    panel.push(push([granted(&site, 1, 3)])).await;
    let url = until_images(&site, 1).await.remove(0).unwrap();
    let (path, query) = url.split_once('?').unwrap();
    let context = &site.app.context;
    assert_eq!(session_link::verify(&context.links, path, query).unwrap(), 5, "the link is for the session that asked");
    assert!(fetch(&site, &site.admin(), &url).await.unwrap().starts_with(&[0xff, 0xd8, 0xff]));

    let viewer = |permissions: &[policy::Permission], groups: &[i64]| {
        someone(PROJECT, 11, permissions.iter().copied().collect::<policy::PermissionSet>(), groups)
    };
    let sees_devices = viewer(&[CanViewDeviceEvents, CanViewAllDevices], &[]);
    let sees_access = viewer(&[CanViewAccessControlEvents, CanViewAllDevices], &[]);
    for caller in [&sees_devices, &sees_access] {
        assert!(fetch(&site, caller, &url).await.is_ok());
    }
    let elsewhere = viewer(&[CanViewDeviceEvents, CanViewDevices], &[HOUSE]);
    let other_project = testing::administrator(OTHER_PROJECT);
    for caller in [&elsewhere, &other_project] {
        assert_eq!(fetch(&site, caller, &url).await.unwrap_err().code(), Code::NotFound);
    }
    let none = viewer(&[CanViewAllDevices], &[]);
    assert_eq!(fetch(&site, &none, &url).await.unwrap_err().code(), Code::PermissionDenied);
    for path in ["../../etc/passwd", "2026-11-24/x.jpg", ""] {
        let refused = fetch(&site, &site.admin(), &format!("{STORAGE}{path}")).await.unwrap_err();
        assert_eq!(refused.code(), Code::NotFound, "{path}");
    }

    // Links by the ids of events: for those that the caller sees.
    let id = site.device_events(&site.admin()).await[0].id;
    let list = async |caller: &Caller| {
        let request = site.as_caller(&with_session(caller.clone()), ListEventImagesRequest { event_ids: format!("{id},999") });
        site.images().list_event_images(request).await.map(|answer| answer.into_inner().items.len())
    };
    assert_eq!((list(&sees_access).await.unwrap(), list(&elsewhere).await.unwrap(), list(&other_project).await.unwrap()), (1, 0, 0));
    let wrong = site.as_caller(&site.admin(), ListEventImagesRequest { event_ids: "x".into() });
    assert_eq!(site.images().list_event_images(wrong).await.unwrap_err().code(), Code::InvalidArgument);
    site.end().await;
}

#[tokio::test]
async fn a_device_is_asked_once_in_two_seconds_and_its_events_share_the_image() {
    let site = Site::start().await;
    let (_, panel) = a_camera(&site, a_photo()).await;
    panel.push(push([granted(&site, 1, 0), granted(&site, 2, 0)])).await;
    let links = until_images(&site, 2).await;
    panel.push(push([granted(&site, 3, 0)])).await;
    let shared = until_images(&site, 3).await;
    assert_eq!((snapshots(&panel), &shared[2]), (1, &links[0]));
    site.app.context.clock.advance(time::Duration::seconds(2));
    panel.push(push([granted(&site, 4, 0)])).await;
    let later = until_images(&site, 4).await;
    assert_eq!(snapshots(&panel), 2);
    assert_ne!(later[3], later[2]);
    site.end().await;
}

#[tokio::test]
async fn an_old_event_one_of_another_kind_and_a_device_without_a_camera_have_no_image() {
    let site = Site::start().await;
    let relay = Device { r#type: DeviceType::Accesscontroller.into(), model: "CR-02BD".into(), ..a_panel(ROOT) };
    let relay = site.create(&site.admin(), relay).await.unwrap();
    let blind = Panel::connect(&relay.serial_number).await;
    blind.push(push([granted(&site, 1, 0)])).await;
    let (_, panel) = a_camera(&site, a_photo()).await;
    panel.push(push([granted(&site, 1, 6)])).await;
    panel.push(push([reported(&site, 2, 0, "access", "door_was_closed")])).await;
    panel.push(push([granted(&site, 3, 0)])).await;
    let links = until_images(&site, 1).await;
    assert_eq!(links.iter().map(Option::is_some).collect::<Vec<_>>(), [false, false, false, true]);
    assert_eq!((snapshots(&blind), snapshots(&panel)), (0, 1));
    site.end().await;
}

#[tokio::test]
async fn a_camera_that_answers_nonsense_leaves_the_event_without_an_image() {
    let site = Site::start().await;
    let (_, panel) = a_camera(&site, json!({"content_type": "image/jpeg", "file": "bm8gaW1hZ2U="})).await;
    panel.push(push([granted(&site, 1, 0)])).await;
    until("the snapshot fails", async || site.gateway.counters.snapshots_failed.get() == 1).await;
    assert_eq!(links(&site, &with_session(site.admin())).await, [None]);
    // The next one is asked for as always.
    panel.memory.lock().unwrap().photo = Some(a_photo());
    site.app.context.clock.advance(time::Duration::seconds(2));
    panel.push(push([granted(&site, 2, 0)])).await;
    until_images(&site, 1).await;
    site.end().await;
}

#[tokio::test]
async fn an_alarm_has_the_image_of_the_event_that_raised_it_last() {
    let site = Site::start().await;
    let (_, panel) = a_camera(&site, a_photo()).await;
    let image_of_alarm = async || {
        let request = site.as_caller(&with_session(site.admin()), ListDeviceAlarmsRequest::default());
        site.alarms().list_device_alarms(request).await.unwrap().into_inner().items.pop().and_then(|alarm| alarm.image_url)
    };
    panel.push(push([reported(&site, 1, 0, "emergency", "tamper_event")])).await;
    until("the alarm has an image", async || image_of_alarm().await.is_some()).await;
    let first = image_of_alarm().await;
    let guard = someone(PROJECT, 12, [policy::Permission::CanViewDeviceAlarms, CanViewAllDevices], &[]);
    assert!(fetch(&site, &guard, first.as_deref().unwrap()).await.is_ok(), "who sees the alarm sees its image");
    site.app.context.clock.advance(time::Duration::seconds(2));
    panel.push(push([reported(&site, 2, 0, "emergency", "tamper_event")])).await;
    until("the alarm has another image", async || image_of_alarm().await.is_some_and(|image| Some(image) != first)).await;
    // Somebody covers the camera: the alarm keeps what it has.
    let path = |url: Option<String>| url.map(|url| url.split('?').next().unwrap().to_owned());
    let second = path(image_of_alarm().await);
    panel.memory.lock().unwrap().photo = Some(json!({"content_type": "image/jpeg", "file": "bm8gaW1hZ2U="}));
    site.app.context.clock.advance(time::Duration::seconds(2));
    panel.push(push([reported(&site, 3, 0, "emergency", "tamper_event")])).await;
    until("the snapshot fails", async || site.gateway.counters.snapshots_failed.get() == 1).await;
    assert!(second.is_some());
    assert_eq!(path(image_of_alarm().await), second);
    site.end().await;
}

#[tokio::test]
async fn images_are_deleted_when_the_project_stores_them_no_longer() {
    let site = Site::start().await;
    site.deliver("identity.project.changed", ProjectChanged { id: PROJECT, version: 1, time_zone: "UTC".into(), ..Default::default() }).await;
    let (_, panel) = a_camera(&site, a_photo()).await;
    panel.push(push([granted(&site, 1, 0)])).await;
    let url = until_images(&site, 1).await.remove(0).unwrap();
    let delete = async || device_gateway::operation::event_image::delete_expired(&site.gateway, 100).await.unwrap();
    site.app.context.clock.advance(time::Duration::days(3));
    assert_eq!(delete().await, 0, "30 days is the default of a project");
    let general = ProjectGeneral { event_image_days: 2, event_days: 30, ..Default::default() };
    let settings = ProjectSettingsChanged { project_id: PROJECT, version: 1, general: Some(general), ..Default::default() };
    site.deliver("domains.settings.changed", settings).await;
    // The job does the same once a minute.
    delete().await;
    until("the image is gone", async || fetch(&site, &site.admin(), &url).await.is_err()).await;
    assert_eq!(links(&site, &with_session(site.admin())).await, [None], "the event stays");
    site.end().await;
}
