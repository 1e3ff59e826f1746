//! Taking over a panel that another system ran, from the panel itself or from a file.
use std::collections::HashMap;

use device_gateway::rpc::device_adoption::DeviceAdoptionService;
use device_protocol::identifier::{Owner, OwnerType, Valid};
use device_protocol::{DeviceCall, IdentifierItem, IdentifierType, LockChoice};
use policy::{Caller, Permission};
use proto::vestibule::access::v1::DesiredIdentifier;
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::device::v1::device_adoptions_client::DeviceAdoptionsClient;
use proto::vestibule::device::v1::device_adoptions_server::DeviceAdoptionsServer;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use serde_json::{Value, json};
use testing::{OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::service::Routes;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::access::{PLAN, card, link};
use crate::panel::{Memory, Panel};
use crate::site::{ROOT, Site, a_panel, until};

fn client(site: &Site) -> DeviceAdoptionsClient<kit::peers::Peer> {
    let service = DeviceAdoptionsServer::new(DeviceAdoptionService(site.gateway.clone()));
    site.app.context.peers.add("device-gateway", Routes::new(service));
    DeviceAdoptionsClient::new(site.app.context.peers.peer("device-gateway"))
}

async fn adopt(site: &Site, caller: &Caller, id: i64, plan_hash: &str) -> Result<DeviceAdoption, Status> {
    let request = AdoptDeviceRequest { id, plan_hash: plan_hash.into() };
    Ok(client(site).adopt_device(site.as_caller(caller, request)).await?.into_inner())
}

async fn import(site: &Site, caller: &Caller, device_id: i64, file: &str, plan_hash: &str) -> Result<DeviceAdoption, Status> {
    let file = FileChunk { data: file.as_bytes().to_vec(), is_last: true, ..Default::default() };
    let request = ImportDeviceBackupRequest { device_id, plan_hash: plan_hash.into(), file: Some(file) };
    Ok(client(site).import_device_backup(site.as_caller(caller, futures::stream::iter([request]))).await?.into_inner())
}

/// As the panel holds what another system gave it.
fn held(number: i64) -> IdentifierItem {
    IdentifierItem {
        link_id: link(number),
        apartment_link_id: None,
        identifier_owner: Owner { name: format!("Owner {number}"), kind: OwnerType::Owner },
        identifier_type: IdentifierType::Card,
        identifier_number: format!("{number:010}"),
        lock: LockChoice::All,
        valid: Valid::ALWAYS,
        face_image: None,
        time_profiles: None,
    }
}

/// A panel with cards of its own, of a device that keeps them.
async fn keeping_panel(site: &Site, cards: std::ops::RangeInclusive<i64>) -> (Device, Panel) {
    let management = Some(DeviceManagement { keep_list: true, ..Default::default() });
    let device = site.create(&site.admin(), Device { management, ..a_panel(ROOT) }).await.unwrap();
    let identifiers: HashMap<Uuid, IdentifierItem> = cards.map(|number| (link(number), held(number))).collect();
    let memory = std::sync::Arc::new(std::sync::Mutex::new(Memory { identifiers, ..Memory::default() }));
    let panel = Panel::connect_with(&device.serial_number, memory).await;
    site.until_online(device.id, true).await;
    (device, panel)
}

fn writes(panel: &Panel) -> usize {
    let memory = panel.memory.lock().unwrap();
    memory.calls.iter().filter(|call| matches!(call, DeviceCall::WriteIdentifiers(_) | DeviceCall::DeleteIdentifiers(_))).count()
}

#[tokio::test]
async fn a_panel_that_keeps_its_list_loses_nothing_until_it_is_adopted_and_nothing_then() {
    let site = Site::start().await;
    let (device, panel) = keeping_panel(&site, 1..=700).await;
    // A list of the platform, which would take all of its cards from it.
    let version = site.access.set(device.id, vec![card(9_000)], vec![]);
    site.list_changed(device.id, version).await;
    until("the list is here", async || site.info(device.id).await.desired_version == version).await;
    until("it was read back", async || site.info(device.id).await.identifiers_count == 700).await;

    let plan = adopt(&site, &site.admin(), device.id, "").await.unwrap();
    assert_eq!((plan.plan_hash.as_str(), plan.is_applied, plan.device_name.as_str()), (PLAN, false, "Front door"));
    assert!(adopt(&site, &site.admin(), device.id, PLAN).await.unwrap().is_applied);
    let sent = site.access.adopted().pop().unwrap();
    let mut identifiers = sent.identifiers;
    identifiers.sort_by(|one, other| one.link_id.cmp(&other.link_id));
    let expected: Vec<DesiredIdentifier> = (1..=700).map(|number| DesiredIdentifier { id: 0, ..card(number) }).collect();
    assert_eq!(identifiers, expected);

    site.until_in_step(device.id, version + 1).await;
    assert_eq!((panel.holds().0.len(), writes(&panel)), (700, 0));
    assert!(!site.get(&site.admin(), device.id).await.unwrap().management.unwrap().keep_list);
    // From here on it is a panel as any other.
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, [link(1)].into());
    let records = site.outbox_events::<AuditRecorded>("audit.recorded").await;
    assert!(records.iter().any(|record| record.action == "adopt"), "{records:?}");
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_no_longer_keeps_its_list_gets_the_platforms() {
    let site = Site::start().await;
    let (device, panel) = keeping_panel(&site, 1..=3).await;
    let version = site.access.set(device.id, vec![card(9)], vec![]);
    site.list_changed(device.id, version).await;
    until("the list is here", async || site.info(device.id).await.desired_version == version).await;
    let released = Device { id: device.id, management: Some(DeviceManagement::default()), ..Default::default() };
    site.update(&site.admin(), released, &["management.keep_list"]).await.unwrap();
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.holds().0, [link(9)].into());
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_has_a_list_of_the_platform_is_not_made_to_keep_it() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let _panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    let kept = Device { id: device.id, management: Some(DeviceManagement { keep_list: true, ..Default::default() }), ..Default::default() };
    let refused = site.update(&site.admin(), kept, &["management.keep_list"]).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    site.end().await;
}

#[tokio::test]
async fn nothing_is_planned_by_a_list_from_before_the_adoption() {
    let site = Site::start().await;
    let (device, panel) = keeping_panel(&site, 1..=3).await;
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("UPDATE devices SET keep_list = false WHERE id = $1").bind(device.id).execute(&mut *tx).await.unwrap();
    sqlx::query("UPDATE device_sync SET adopted_version = 2 WHERE device_id = $1").bind(device.id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let old = site.access.set(device.id, vec![card(9)], vec![]);
    site.list_changed(device.id, old).await;
    until("the old list is here", async || site.info(device.id).await.desired_version == old).await;
    let new = site.access.set(device.id, (1..=3).map(card).collect(), vec![]);
    site.list_changed(device.id, new).await;
    site.until_in_step(device.id, new).await;
    assert_eq!((panel.holds().0.len(), writes(&panel)), (3, 0));
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_keeps_its_list_is_not_initialised() {
    let site = Site::start().await;
    let (device, panel) = keeping_panel(&site, 1..=3).await;
    let request = site.as_caller(&site.admin(), DeviceActionRequest { id: device.id });
    use proto::vestibule::device::v1::devices_server::Devices as _;
    let refused = site.devices().init_device(request).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "can't perform action"));
    assert_eq!(panel.holds().0.len(), 3);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_does_not_answer_or_has_no_protocol_is_not_adopted() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    panel.memory.lock().unwrap().reads_fail_with = Some(500);
    let refused = adopt(&site, &site.admin(), device.id, "").await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device or service not available"));
    let without_protocol = Device { id: device.id, protocol: Protocol::None.into(), ..Default::default() };
    site.update(&site.admin(), without_protocol, &["protocol"]).await.unwrap();
    assert_eq!(adopt(&site, &site.admin(), device.id, "").await.unwrap_err().code(), Code::FailedPrecondition);
    assert!(site.access.adopted().is_empty());
    site.end().await;
}

#[tokio::test]
async fn only_who_may_change_a_device_adopts_it() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let viewer = someone(PROJECT, 7, [Permission::CanViewAllDevices, Permission::CanImportDeviceBackupData], &[]);
    assert_eq!(adopt(&site, &viewer, device.id, "").await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(adopt(&site, &administrator(OTHER_PROJECT), device.id, "").await.unwrap_err().code(), Code::NotFound);
    site.end().await;
}

fn backup(serial: &str) -> Value {
    let mut code = serde_json::to_value(held(2)).unwrap();
    code.as_object_mut().unwrap().remove("link_id");
    json!({ "info": { "serial_number": serial, "model": "AA-12" }, "identifiers": [held(1), code], "time_profiles": [] })
}

#[tokio::test]
async fn a_backup_is_for_the_device_with_its_serial_number_or_for_the_one_that_is_named() {
    let site = Site::start().await;
    let (device, other) = (site.make_panel().await, site.make_panel().await);
    let file = backup(&device.serial_number).to_string();
    let plan = import(&site, &site.admin(), 0, &file, "").await.unwrap();
    assert_eq!((plan.device_id, plan.is_applied), (device.id, false));
    assert_eq!(import(&site, &site.admin(), other.id, &file, PLAN).await.unwrap().device_id, other.id);
    let sent = site.access.adopted();
    assert_eq!(sent.iter().map(|request| request.device_id).collect::<Vec<_>>(), [device.id, other.id]);
    let expected = [DesiredIdentifier { id: 0, ..card(1) }, DesiredIdentifier { id: 0, link_id: String::new(), ..card(2) }];
    assert_eq!(sent[0].identifiers, expected);
    let records = site.outbox_events::<AuditRecorded>("audit.recorded").await;
    assert_eq!(records.iter().filter(|record| record.resource == "settings/device-backup-import").count(), 1, "{records:?}");
    site.end().await;
}

#[tokio::test]
async fn a_file_that_is_no_backup_is_refused() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    for file in ["PK", "{}", "[]", &"[".repeat(1_000_000)] {
        let refused = import(&site, &site.admin(), device.id, file, "").await.unwrap_err();
        assert_eq!(refused.message(), "invalid backup image");
    }
    let refused = import(&site, &site.admin(), device.id, "", "").await.unwrap_err();
    assert_eq!(refused.message(), "wrong file body");
    assert!(site.access.adopted().is_empty());
    site.end().await;
}

#[tokio::test]
async fn a_backup_is_imported_by_right_for_a_device_that_is_seen() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let file = backup(&device.serial_number).to_string();
    let code = async |caller: &Caller, id: i64| import(&site, caller, id, &file, "").await.map_err(|status| status.code()).err();
    let importer = someone(PROJECT, 7, [Permission::CanImportDeviceBackupData], &[]);
    let editor = someone(PROJECT, 8, [Permission::CanViewAllDevices, Permission::CanEditDevice], &[]);
    let both = someone(PROJECT, 9, [Permission::CanViewAllDevices, Permission::CanImportDeviceBackupData], &[]);
    assert_eq!(code(&editor, device.id).await, Some(Code::PermissionDenied));
    for id in [0, device.id] {
        assert_eq!(code(&importer, id).await, Some(Code::NotFound));
        assert_eq!(code(&administrator(OTHER_PROJECT), id).await, Some(Code::NotFound));
        assert_eq!(code(&both, id).await, None);
    }
    site.end().await;
}
