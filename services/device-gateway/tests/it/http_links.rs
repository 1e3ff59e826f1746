//! The platform's calls to devices that speak HTTP: the same tasks, read-backs and convergence as over MQTT.
use device_protocol::Serial;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use tonic::Code;

use crate::access::{card, office_hours};
use crate::http_devices::{login, pong};
use crate::http_panel::{HttpPanel, at, make};
use crate::site::{PASSWORD, Site, a_panel, until};

async fn contact_error(site: &Site, id: i64) -> String {
    site.info(id).await.contact_error.unwrap_or_default()
}

#[tokio::test]
async fn a_device_over_http_holds_its_list_and_gets_it_back_after_it_was_cleared() {
    let site = Site::start().await;
    let (device, panel) = make(&site).await;
    let version = site.access.set(device.id, vec![card(1), card(2)], vec![office_hours(7)]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.cards(), 2);
    assert_eq!(site.info(device.id).await.contact_error, None);
    let version = site.access.set(device.id, vec![card(2)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(panel.cards(), 1);

    // It was replaced while it was away.
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    pong(&site, &token).await.unwrap();
    site.app.context.clock.advance(time::Duration::seconds(40));
    site.until_online(device.id, false).await;
    panel.device.memory().reset().unwrap();
    assert_eq!(panel.cards(), 0);
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    pong(&site, &token).await.unwrap();
    until("it holds its list again", async || panel.cards() == 1).await;
    site.end().await;
}

#[tokio::test]
async fn what_a_device_that_cannot_be_reached_is_to_be_sent_waits_with_the_reason() {
    let site = Site::start().await;
    // A port at which nobody listens.
    let address = HttpPanel::serve("T-gone").await.address;
    let device = Device { device_settings: with_login_sip(), ..at(address) };
    let device = site.create(&site.admin(), device).await.unwrap();
    until("it cannot be reached", async || contact_error(&site, device.id).await.contains("cannot be reached")).await;
    let waiting = async || site.tasks_of(device.id).await.iter().all(|task| task.status() == TaskStatus::Waiting);
    until("its tasks wait", waiting).await;
    let asked = site.tasks_of(device.id).await;
    assert!(!asked.is_empty() && asked.iter().all(|task| task.error.as_ref().is_none_or(|error| error.contains("cannot be reached"))), "{asked:?}");

    // It comes by itself: it is called at once, whatever the pause.
    let panel = HttpPanel::serve_at(&device.serial_number, address).await;
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    pong(&site, &token).await.unwrap();
    until("everything was sent", async || site.info(device.id).await.tasks_waiting == 0).await;
    assert!(panel.device.memory().settings.sip_enabled);
    assert_eq!(contact_error(&site, device.id).await, "");
    site.end().await;
}

fn with_login_sip() -> Option<DeviceSettings> {
    let sip = SipSettings {
        manual: true,
        enabled: true,
        login: Some("1001".into()),
        password: Some("Secret12".into()),
        proxy_address: Some("sip.example.org".into()),
        ..Default::default()
    };
    Some(DeviceSettings { mqtt: Some(MqttSettings { password: Some(PASSWORD.into()) }), sip: Some(sip), ..Default::default() })
}

#[tokio::test]
async fn a_wrong_login_of_the_platform_is_named_and_not_tried_again_at_once() {
    let site = Site::start().await;
    let serial = a_panel(1).serial_number;
    let panel = HttpPanel::serve(&serial).await;
    let device = Device { serial_number: serial, password: Some("wrong".into()), ..at(panel.address) };
    let device = site.create(&site.admin(), device).await.unwrap();
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("it is named", async || contact_error(&site, device.id).await.contains("does not take the login and password")).await;
    let attempts = panel.commands();
    site.list_changed(device.id, version).await;
    until("the list was fetched again", async || site.info(device.id).await.desired_version == version).await;
    assert_eq!(panel.commands(), attempts, "the clock has not moved");

    let right = Device { id: device.id, password: Some(device_simulator::device::PAGE_PASSWORD.into()), ..Default::default() };
    site.update(&site.admin(), right, &["password"]).await.unwrap();
    // A call that had begun with the wrong password may end only now, with a pause of its own.
    until("the right password is tried", async || {
        site.app.context.clock.advance(time::Duration::minutes(6));
        tokio::time::timeout(std::time::Duration::from_secs(5), site.until_in_step(device.id, version)).await.is_ok()
    })
    .await;
    assert_eq!(panel.cards(), 1);
    site.end().await;
}

#[tokio::test]
async fn a_door_over_http_opens_while_the_device_calls() {
    let site = Site::start().await;
    let (device, panel) = make(&site).await;
    let open = async || site.devices().open_lock(site.as_caller(&site.admin(), OpenLockRequest { id: device.id, lock_number: 1 })).await;
    let refused = open().await.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "device status is offline, unable to connect"));
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    pong(&site, &token).await.unwrap();
    assert!(open().await.unwrap().into_inner().opened);
    assert_eq!(panel.device.counters.locks_opened.load(std::sync::atomic::Ordering::Relaxed), 1);
    site.end().await;
}

#[tokio::test]
async fn a_device_over_http_is_told_where_it_reports_to() {
    let site = Site::start().await;
    let (device, panel) = make(&site).await;
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    until("everything was sent", async || site.info(device.id).await.tasks_waiting == 0).await;
    let received = panel.device.memory().settings.management.clone().unwrap();
    assert_eq!((received.settings.url.as_str(), received.settings.password.as_str()), (site.app.context.settings.public_url.as_str(), PASSWORD));
    assert_eq!(received.settings.is_heartbeat_enabled, Some(true));
    assert!(Serial::new(device.serial_number).is_ok());
    site.end().await;
}

#[tokio::test]
async fn another_address_is_sent_no_password_that_was_not_entered_for_it() {
    let site = Site::start().await;
    let (device, _panel) = make(&site).await;
    let elsewhere = HttpPanel::serve(&a_panel(1).serial_number).await;
    let moved = Device { id: device.id, port: elsewhere.address.port().into(), ..Default::default() };
    site.update(&site.admin(), moved, &["port"]).await.unwrap();
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("the login is missing", async || contact_error(&site, device.id).await.contains("are not set")).await;
    assert_eq!(elsewhere.commands(), 0, "nothing was sent there");
    let password = Device { id: device.id, password: Some(device_simulator::device::PAGE_PASSWORD.into()), ..Default::default() };
    site.update(&site.admin(), password, &["password"]).await.unwrap();
    site.until_in_step(device.id, version).await;
    assert_eq!(elsewhere.cards(), 1);
    site.end().await;
}

#[tokio::test]
async fn another_address_is_not_sent_the_stored_secrets_even_with_a_login_for_it() {
    let site = Site::start().await;
    let (device, _panel) = make(&site).await;
    let with_sip = Device { id: device.id, device_settings: with_login_sip(), ..Default::default() };
    let sip = ["device_settings.sip.manual", "device_settings.sip.enabled", "device_settings.sip.login", "device_settings.sip.password"];
    site.update(&site.admin(), with_sip, &sip).await.unwrap();
    let elsewhere = HttpPanel::serve(&a_panel(1).serial_number).await;
    let moved = Device {
        id: device.id,
        port: elsewhere.address.port().into(),
        password: Some(device_simulator::device::PAGE_PASSWORD.into()),
        ..Default::default()
    };
    site.update(&site.admin(), moved, &["port", "password"]).await.unwrap();
    until("it has the address that it reports to", async || elsewhere.device.memory().settings.management.is_some()).await;
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    until("everything was sent", async || site.info(device.id).await.tasks_waiting == 0).await;
    let received = elsewhere.device.memory().settings.clone();
    let password = received.management.unwrap().settings.password;
    assert_ne!(password, PASSWORD, "the one for the platform is a new one");
    assert_eq!(received.talk_timeout, Some(120), "what needs no password is sent");
    assert!(received.sip.is_none_or(|sip| sip.password != "Secret12"));
    // With it the device logs in, with the old one nobody.
    assert!(login(&site, &device.serial_number, &password).await.is_ok());
    assert_eq!(login(&site, &device.serial_number, PASSWORD).await.unwrap_err().code(), Code::Unauthenticated);
    site.end().await;
}

#[tokio::test]
async fn an_address_that_was_changed_while_nothing_was_sent_is_not_sent_the_stored_secrets() {
    let site = Site::start().await;
    let (device, _panel) = make(&site).await;
    let with_sip = Device { id: device.id, device_settings: with_login_sip(), ..Default::default() };
    let sip = ["device_settings.sip.manual", "device_settings.sip.enabled", "device_settings.sip.login", "device_settings.sip.password"];
    site.update(&site.admin(), with_sip, &sip).await.unwrap();
    let elsewhere = HttpPanel::serve(&a_panel(1).serial_number).await;
    let with_protocol = |protocol: Protocol| Device { id: device.id, protocol: protocol.into(), ..Default::default() };
    site.update(&site.admin(), with_protocol(Protocol::None), &["protocol"]).await.unwrap();
    let moved = Device {
        id: device.id,
        port: elsewhere.address.port().into(),
        password: Some(device_simulator::device::PAGE_PASSWORD.into()),
        ..Default::default()
    };
    site.update(&site.admin(), moved, &["port", "password"]).await.unwrap();
    let request = SetDeviceProtocolsRequest { items: vec![device.id], protocol: Protocol::Http.into() };
    assert!(site.devices().set_device_protocols(site.as_caller(&site.admin(), request)).await.unwrap().into_inner().items[0].done);
    until("it has the address that it reports to", async || elsewhere.device.memory().settings.management.is_some()).await;
    until("everything was sent", async || site.info(device.id).await.tasks_waiting == 0).await;
    let received = elsewhere.device.memory().settings.clone();
    assert_ne!(received.management.unwrap().settings.password, PASSWORD);
    assert!(received.sip.is_none_or(|sip| sip.password != "Secret12"));
    site.end().await;
}
