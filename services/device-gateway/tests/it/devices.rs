//! Devices as people handle them.
use kit::patch::MASKED;
use policy::Permission::{CanCreateDevice, CanEditDevice, CanViewAllDevices, CanViewDevices};
use proto::vestibule::common::v1::{DeleteAllRequest, Ref};
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::{AuditRecorded, DeviceChanged, GroupChanged};
use testing::{PROJECT, group_administrator, someone};
use tonic::Code;

use crate::site::{ELSEWHERE, HOUSE, ROOT, Site, a_panel};

fn in_group(id: i64) -> Option<Ref> {
    Some(Ref { id, ..Default::default() })
}

#[tokio::test]
async fn a_new_device_has_the_defaults_and_is_told_to_others() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let settings = device.device_settings.clone().unwrap();
    assert_eq!((device.port, device.model.as_str(), device.protocol()), (80, "AA-12", Protocol::Mqtt));
    let sip = settings.sip.unwrap();
    assert_eq!((sip.talk_timeout, sip.transport.as_deref(), sip.rtp_profile), (Some(120), Some("UDP"), Some(0)));
    assert_eq!(settings.additional.unwrap().button_numbers.len(), 4);
    assert_eq!(device.domain.unwrap().name, "Group 1");
    assert_eq!(device.created_by_user.unwrap().id, 1);
    let published: Vec<DeviceChanged> = site.outbox_events("device.device.changed").await;
    assert_eq!((published[0].id, published[0].version, published[0].locks, published[0].r#type.as_str()), (device.id, 1, 2, "panel"));
    assert!(published[0].identifier_types.contains(&"access_code".to_string()));
    assert_eq!(site.outbox_events::<AuditRecorded>("audit.recorded").await.len(), 1);
    site.end().await;
}

#[tokio::test]
async fn secrets_are_masked_sealed_and_never_in_the_audit_log() {
    let site = Site::start().await;
    let mut wanted = a_panel(ROOT);
    wanted.password = Some("Login-secret-1".into());
    wanted.device_settings.as_mut().unwrap().sip = Some(SipSettings { password: Some("Sip-secret-1".into()), ..Default::default() });
    let device = site.create(&site.admin(), wanted).await.unwrap();
    let settings = device.device_settings.clone().unwrap();
    assert_eq!(device.password.as_deref(), Some(MASKED));
    assert_eq!((settings.mqtt.unwrap().password.as_deref(), settings.sip.unwrap().password.as_deref()), (Some(MASKED), Some(MASKED)));
    for (topic, payload) in site.app.events().await {
        let text = String::from_utf8_lossy(&payload);
        assert!(!text.contains("secret-1") && !text.contains(crate::site::PASSWORD), "{topic}");
    }
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let row: String = sqlx::query_scalar("SELECT d::text FROM devices d").fetch_one(&mut *tx).await.unwrap();
    assert!(!row.contains("secret-1"));
    drop(tx);
    site.end().await;
}

#[tokio::test]
async fn a_masked_password_and_null_leave_it_unchanged_and_an_empty_one_clears_it() {
    let site = Site::start().await;
    let mut wanted = a_panel(ROOT);
    wanted.password = Some("first".into());
    let device = site.create(&site.admin(), wanted).await.unwrap();
    let sealed = async || {
        let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
        let sealed: Option<Vec<u8>> = sqlx::query_scalar("SELECT password FROM devices").fetch_one(&mut *tx).await.unwrap();
        sealed.map(|sealed| site.app.context.sealer.open(&sealed).unwrap())
    };
    site.update(&site.admin(), device.clone(), &["password", "device_settings"]).await.unwrap();
    assert_eq!(sealed().await.as_deref(), Some("first"));
    site.update(&site.admin(), Device { password: Some("second".into()), ..device.clone() }, &["password"]).await.unwrap();
    assert_eq!(sealed().await.as_deref(), Some("second"));
    site.update(&site.admin(), Device { password: None, ..device.clone() }, &["password"]).await.unwrap();
    assert_eq!(sealed().await.as_deref(), Some("second"));
    let cleared = site.update(&site.admin(), Device { password: Some(String::new()), ..device }, &["password"]).await.unwrap();
    assert_eq!((sealed().await, cleared.password), (None, None));
    site.end().await;
}

#[tokio::test]
async fn null_leaves_every_secret_of_a_device_unchanged() {
    let site = Site::start().await;
    let mut wanted = a_panel(ROOT);
    (wanted.password, wanted.device_password) = (Some("first".into()), Some("second".into()));
    wanted.device_settings.as_mut().unwrap().sip = Some(SipSettings { password: Some("Sip-secret-1".into()), ..Default::default() });
    let mut device = site.create(&site.admin(), wanted).await.unwrap();
    (device.password, device.device_password) = (None, None);
    let settings = device.device_settings.as_mut().unwrap();
    settings.sip.as_mut().unwrap().password = None;
    settings.mqtt.as_mut().unwrap().password = None;
    let paths = ["password", "device_password", "device_settings.sip.password", "device_settings.mqtt.password"];
    let updated = site.update(&site.admin(), device, &paths).await.unwrap();
    let settings = updated.device_settings.unwrap();
    let secrets = [updated.password, updated.device_password, settings.sip.unwrap().password, settings.mqtt.unwrap().password];
    assert_eq!(secrets.map(|secret| secret.as_deref() == Some(MASKED)), [true; 4]);
    site.end().await;
}

#[tokio::test]
async fn a_patch_changes_only_what_it_names() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let mut change = Device { id: device.id, name: "Back door".into(), description: Some("ignored".into()), ..Default::default() };
    change.device_settings = Some(DeviceSettings { sip: Some(SipSettings { talk_timeout: Some(60), ..Default::default() }), ..Default::default() });
    let changed = site.update(&site.admin(), change, &["name", "device_settings.sip.talk_timeout"]).await.unwrap();
    assert_eq!((changed.name.as_str(), changed.description.as_deref()), ("Back door", None));
    assert_eq!(changed.device_settings.unwrap().sip.unwrap().talk_timeout, Some(60));
    assert_eq!(changed.serial_number, device.serial_number);
    let published: Vec<DeviceChanged> = site.outbox_events("device.device.changed").await;
    assert_eq!((published[1].version, published[1].name.as_str()), (2, "Back door"));
    site.end().await;
}

#[tokio::test]
async fn every_field_that_a_patch_names_is_stored_answered_and_recorded() {
    let site = Site::start().await;
    let made = site.make_panel().await;
    let changes = testing::changed_fields("vestibule.device.v1.Device", &made, &[("model", "AA-12FB"), ("ip_address", "10.0.0.9")]);
    assert!(changes.iter().any(|change| change.path == "description"));
    // Settings have rules between them, and tests of their own; a serial number is a user of the broker.
    for change in changes.iter().filter(|change| !change.path.starts_with("device_settings") && change.path != "serial_number") {
        let answered = site.update(&site.admin(), change.entity.clone(), &[&change.path]).await.unwrap();
        assert!(change.is_in(&answered), "{} is answered: {answered:?}", change.path);
        let listed = site.devices().list_devices(site.as_caller(&site.admin(), ListDevicesRequest::default())).await.unwrap().into_inner();
        assert!(listed.items.iter().any(|device| change.is_in(device)), "{} is in the list", change.path);
        let recorded = site.outbox_events::<AuditRecorded>("audit.recorded").await.pop().unwrap();
        assert!(change.is_recorded(&recorded.after), "{} is recorded: {}", change.path, recorded.after);
        let serial_number = a_panel(ROOT).serial_number;
        let again = site.create(&site.admin(), Device { serial_number, ..change.entity.clone() }).await.unwrap();
        assert!(change.is_in(&again), "{} is stored with a new device", change.path);
    }
    site.end().await;
}

#[tokio::test]
async fn bad_fields_are_all_named_at_once() {
    let site = Site::start().await;
    let mut bad = Device {
        name: String::new(),
        port: 70_000,
        location_latitude: Some(91.0),
        model: "AA-99".into(),
        serial_number: "a/b".into(),
        ..a_panel(ROOT)
    };
    bad.device_settings.as_mut().unwrap().mqtt = Some(MqttSettings { password: Some("short".into()) });
    bad.device_settings.as_mut().unwrap().sip = Some(SipSettings { password: Some("alllowercase1".into()), ..Default::default() });
    let refused = site.create(&site.admin(), bad).await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::InvalidArgument, "invalid data sent"));
    let detail = refused.metadata().get_bin(kit::error::METADATA).unwrap().to_bytes().unwrap();
    let detail: serde_json::Value = serde_json::from_slice(&detail).unwrap();
    let fields: Vec<&String> = detail["data"]["fields"].as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        ["device_settings.mqtt.password", "device_settings.sip.password", "location_latitude", "model", "name", "port", "serial_number"]
    );
    site.end().await;
}

#[tokio::test]
async fn a_group_that_is_out_of_sight_is_no_group() {
    let site = Site::start().await;
    for group in [ELSEWHERE, 77] {
        let refused = site.create(&site.admin(), a_panel(group)).await.unwrap_err();
        assert_eq!((refused.code(), refused.message()), (Code::InvalidArgument, "invalid related entity sent"));
    }
    let keeper = group_administrator(PROJECT, 5, &[HOUSE]);
    assert_eq!(site.create(&keeper, a_panel(ROOT)).await.unwrap_err().message(), "invalid related entity sent");
    let device = site.create(&keeper, a_panel(HOUSE)).await.unwrap();
    assert_eq!(
        site.update(&keeper, Device { id: device.id, domain: in_group(ROOT), ..Default::default() }, &["domain"]).await.unwrap_err().message(),
        "invalid related entity sent"
    );
    site.end().await;
}

#[tokio::test]
async fn scopes_decide_who_sees_and_who_changes() {
    let site = Site::start().await;
    let (root, house) = (site.make_panel().await, site.create(&site.admin(), a_panel(HOUSE)).await.unwrap());
    let keeper = group_administrator(PROJECT, 5, &[HOUSE]);
    let list = site.devices().list_devices(site.as_caller(&keeper, ListDevicesRequest::default())).await.unwrap().into_inner();
    assert_eq!(list.items.iter().map(|device| device.id).collect::<Vec<_>>(), [house.id]);
    assert_eq!(site.get(&keeper, root.id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(site.update(&keeper, Device { id: root.id, ..Default::default() }, &["description"]).await.unwrap_err().code(), Code::NotFound);

    let watcher = someone(PROJECT, 6, [CanViewAllDevices], &[]);
    assert_eq!(site.get(&watcher, root.id).await.unwrap().id, root.id);
    assert_eq!(
        site.update(&watcher, Device { id: root.id, ..Default::default() }, &["description"]).await.unwrap_err().code(),
        Code::PermissionDenied
    );
    let editor = someone(PROJECT, 7, [CanViewDevices, CanEditDevice, CanCreateDevice], &[HOUSE]);
    site.update(&editor, Device { id: house.id, description: Some("mine".into()), ..Default::default() }, &["description"]).await.unwrap();
    assert_eq!(site.get(&testing::nobody(), root.id).await.unwrap_err().code(), Code::Unauthenticated);
    site.end().await;
}

#[tokio::test]
async fn a_deleted_device_is_gone_for_all_and_delete_all_answers_for_each() {
    let site = Site::start().await;
    let (first, second) = (site.make_panel().await, site.make_panel().await);
    let request = site.as_caller(&site.admin(), DeleteAllRequest { items: vec![first.id, 4711, second.id] });
    let items = site.devices().delete_all_devices(request).await.unwrap().into_inner().items;
    assert_eq!(items.iter().map(|item| item.done).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(items[1].message, "item not found");
    assert_eq!(site.get(&site.admin(), first.id).await.unwrap_err().code(), Code::NotFound);
    let published: Vec<DeviceChanged> = site.outbox_events("device.device.changed").await;
    assert_eq!(published.iter().filter(|change| change.deleted).count(), 2);
    site.end().await;
}

#[tokio::test]
async fn every_field_of_the_list_can_be_asked_for_and_no_other() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    for field in ["id", "name", "type", "model", "serial_number", "domain_id", "protocol", "status", "created_at"] {
        let request = site.as_caller(&site.admin(), ListDevicesRequest { sort: format!("-{field}"), ..Default::default() });
        assert_eq!(site.devices().list_devices(request).await.unwrap().into_inner().total, 1, "{field}");
    }
    let filters = serde_json::json!([{"field": "serial_number", "rule": "begins_with", "value": device.serial_number}, {"field": "type", "rule": "equals", "value": "panel"}]);
    let request = site.as_caller(&site.admin(), ListDevicesRequest { filters: filters.to_string(), search: "front".into(), ..Default::default() });
    assert_eq!(site.devices().list_devices(request).await.unwrap().into_inner().items.len(), 1);
    let request = site.as_caller(&site.admin(), ListDevicesRequest { sort: "mqtt_password".into(), ..Default::default() });
    assert_eq!(site.devices().list_devices(request).await.unwrap_err().code(), Code::InvalidArgument);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_was_put_into_a_group_just_deleted_moves_to_an_ancestor_that_exists() {
    let site = Site::start().await;
    let (floor, deleted) = (12, GroupChanged { project_id: PROJECT, version: 2, deleted: true, ..Default::default() });
    let group = GroupChanged { project_id: PROJECT, id: floor, parent_id: HOUSE, version: 1, name: "Floor".into(), ..Default::default() };
    site.deliver("domains.group.changed", group).await;
    let device = site.create(&site.admin(), a_panel(floor)).await.unwrap();
    // Both groups are deleted, the lower one last: its parent does not exist either.
    site.deliver("domains.group.changed", GroupChanged { id: HOUSE, parent_id: ROOT, ..deleted.clone() }).await;
    site.deliver("domains.group.changed", GroupChanged { id: floor, parent_id: HOUSE, ..deleted }).await;
    assert_eq!(site.get(&site.admin(), device.id).await.unwrap().domain.unwrap().id, ROOT);
    let published: Vec<DeviceChanged> = site.outbox_events("device.device.changed").await;
    assert_eq!(published.iter().map(|change| (change.version, change.domain_id)).collect::<Vec<_>>(), [(1, floor), (2, ROOT)]);
    let refused = site.create(&site.admin(), a_panel(floor)).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    site.end().await;
}

#[tokio::test]
async fn who_sees_a_device_because_they_created_it_is_not_told_the_name_of_a_group_beyond_their_reach() {
    let site = Site::start().await;
    let keeper = group_administrator(PROJECT, 5, &[HOUSE]);
    let device = site.create(&keeper, a_panel(HOUSE)).await.unwrap();
    assert_eq!(device.domain.clone().unwrap().name, format!("Group {HOUSE}"));
    site.update(&site.admin(), Device { id: device.id, domain: in_group(ROOT), ..Default::default() }, &["domain"]).await.unwrap();
    let listed = site.devices().list_devices(site.as_caller(&keeper, ListDevicesRequest::default())).await.unwrap().into_inner().items;
    for seen in [site.get(&keeper, device.id).await.unwrap(), listed[0].clone()] {
        assert_eq!(seen.domain.map(|domain| (domain.id, domain.name)), Some((ROOT, String::new())));
    }
    assert_eq!(site.get(&site.admin(), device.id).await.unwrap().domain.unwrap().name, format!("Group {ROOT}"));
    site.end().await;
}
