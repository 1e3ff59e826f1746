//! A device asks at the door.
use std::time::Duration;

use device_protocol::ServerCall;
use device_protocol::remote::{RemoteCheck, RemoteType};
use proto::vestibule::access::v1::RefusedIdentifier;
use proto::vestibule::device::v1::ListSyncErrorsRequest;
use proto::vestibule::device::v1::devices_server::Devices;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::access::link;
use crate::panel::Panel;
use crate::site::{Site, until};

async fn ask(panel: &Panel, number: &str) -> Value {
    let check = RemoteCheck { identifier_number: number.into(), identifier_type: RemoteType::Card };
    let request = ServerCall::Validate(check).request(Uuid::new_v4());
    let id = request.id;
    let answer = panel.say_and_hear(request.encode(), move |response| response.id == id);
    let answer = tokio::time::timeout(Duration::from_secs(6), answer).await.expect("an answer before the device loses patience");
    assert_eq!(answer.status, 200);
    answer.body
}

#[tokio::test]
async fn a_device_that_asks_at_the_door_is_told_what_access_decides() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.access.decide("1", true, Some(0));
    site.access.decide("2", true, None);
    site.access.decide("3", false, None);
    assert_eq!(ask(&panel, "1").await, json!({"handled": true, "access": {"granted": true, "lock_number": 0}}));
    assert_eq!(ask(&panel, "2").await, json!({"handled": true, "access": {"granted": false}}));
    assert_eq!(ask(&panel, "3").await, json!({"handled": false}), "a number that nobody knows is left to the device");
    site.end().await;
}

#[tokio::test]
async fn a_device_decides_at_once_while_access_is_away() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    assert_eq!(ask(&panel, "4").await, json!({"handled": false}));
    assert_eq!(site.gateway.counters.checks_undecided.get(), 1);
    site.end().await;
}

#[tokio::test]
async fn what_a_device_cannot_hold_is_named_by_its_cause() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let _panel = Panel::connect(&device.serial_number).await;
    let version = site.access.set(device.id, vec![], vec![]);
    let (link_id, cause) = (link(7).to_string(), "prohibited_at_times".to_string());
    site.access.refuse(device.id, RefusedIdentifier { id: 7, link_id, reason: "online_only".into(), cause });
    site.list_changed(device.id, version).await;
    until("the cause is named", async || {
        let request = site.as_caller(&site.admin(), ListSyncErrorsRequest { id: device.id });
        let errors = site.devices().list_sync_errors(request).await.unwrap().into_inner().items;
        errors.iter().map(|error| error.error.as_str()).collect::<Vec<_>>() == ["prohibited_at_times"]
    })
    .await;
    site.end().await;
}
