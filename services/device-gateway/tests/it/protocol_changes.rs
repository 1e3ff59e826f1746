//! A change of protocol is made before the old way ends.
use device_gateway::Config;
use device_protocol::DeviceCall;
use device_protocol::management::ManagementProtocol;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use testing::{OTHER_PROJECT, administrator};
use tonic::{Code, Status};

use crate::events::{event, push};
use crate::http_devices::{login, pong, put_logs};
use crate::http_panel::make;
use crate::panel::Panel;
use crate::site::{PASSWORD, Site, until};

async fn site() -> Site {
    Site::with_config(Config { broker_url: Some("mqtt://broker.test:1883".into()), ..Config::default() }).await
}

async fn set(site: &Site, caller: &policy::Caller, items: &[i64], protocol: Protocol) -> Result<Vec<DeviceProtocolResult>, Status> {
    let request = SetDeviceProtocolsRequest { items: items.to_vec(), protocol: protocol.into() };
    Ok(site.devices().set_device_protocols(site.as_caller(caller, request)).await?.into_inner().items)
}

async fn protocols(site: &Site, id: i64) -> (Protocol, Protocol) {
    let device = site.get(&site.admin(), id).await.unwrap();
    (device.protocol(), device.device_info.unwrap().pending_protocol())
}

fn received_protocols(panel: &Panel) -> Vec<ManagementProtocol> {
    let calls = panel.memory.lock().unwrap().calls.clone();
    calls.iter().filter_map(|call| if let DeviceCall::WriteManagement(server) = call { Some(server.protocol) } else { None }).collect()
}

#[tokio::test]
async fn a_panel_keeps_its_mqtt_until_it_has_come_over_http() {
    let site = site().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let answer = &set(&site, &site.admin(), &[device.id], Protocol::Http).await.unwrap()[0];
    assert_eq!((answer.id, answer.done, answer.is_pending), (device.id, true, true));
    until("it has the settings over MQTT", async || received_protocols(&panel) == [ManagementProtocol::Http]).await;
    assert_eq!(protocols(&site, device.id).await, (Protocol::Mqtt, Protocol::Http));
    assert!(panel.push(push([event(1)])).await.is_success());
    assert_eq!(site.device_events(&site.admin()).await.len(), 1, "the old way is taken");

    let token = login(&site, &device.serial_number, PASSWORD).await.expect("the new way is open too");
    assert_eq!(protocols(&site, device.id).await, (Protocol::Http, Protocol::Unspecified));
    pong(&site, &token).await.unwrap();
    put_logs(&site, &token, &[]).await.unwrap();
    assert_eq!(site.info(device.id).await.status(), DeviceStatus::Online);
    site.end().await;
}

#[tokio::test]
async fn a_device_over_http_is_sent_to_the_broker_and_speaks_mqtt_once_it_has_come() {
    let site = site().await;
    let (device, panel) = make(&site).await;
    let token = login(&site, &device.serial_number, PASSWORD).await.unwrap();
    pong(&site, &token).await.unwrap();
    assert!(set(&site, &site.admin(), &[device.id], Protocol::Mqtt).await.unwrap()[0].is_pending);
    let has_settings = async || panel.device.memory().settings.management.as_ref().is_some_and(|server| server.protocol == ManagementProtocol::Mqtt);
    until("it has the settings over HTTP", has_settings).await;
    pong(&site, &token).await.expect("the old way is taken");
    let over_mqtt = Panel::connect(&device.serial_number).await;
    until("it speaks MQTT", async || protocols(&site, device.id).await == (Protocol::Mqtt, Protocol::Unspecified)).await;
    site.until_online(device.id, true).await;
    assert_eq!(pong(&site, &token).await.unwrap_err().code(), Code::Unauthenticated, "the old way has ended");
    let version = site.access.set(device.id, vec![crate::access::card(1)], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    assert_eq!(over_mqtt.memory.lock().unwrap().identifiers.len(), 1);
    site.end().await;
}

#[tokio::test]
async fn a_device_that_does_not_come_the_new_way_keeps_the_old_one_and_is_sent_back_to_it() {
    let site = site().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    set(&site, &site.admin(), &[device.id], Protocol::Http).await.unwrap();
    until("it has the settings over MQTT", async || received_protocols(&panel).last() == Some(&ManagementProtocol::Http)).await;
    site.app.context.clock.advance(time::Duration::minutes(10));
    until("it was sent back", async || received_protocols(&panel) == [ManagementProtocol::Http, ManagementProtocol::Mqtt]).await;
    assert_eq!(protocols(&site, device.id).await, (Protocol::Mqtt, Protocol::Unspecified));
    assert_eq!(site.info(device.id).await.protocol_error.unwrap(), "the device has not come by the new protocol");
    assert_eq!(login(&site, &device.serial_number, PASSWORD).await.unwrap_err().code(), Code::Unauthenticated, "too late");
    // Whoever asks again begins anew.
    assert!(set(&site, &site.admin(), &[device.id], Protocol::Http).await.unwrap()[0].is_pending);
    assert_eq!(site.info(device.id).await.protocol_error, None);
    site.end().await;
}

#[tokio::test]
async fn a_change_that_is_taken_back_sends_the_device_its_own_way() {
    let site = site().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let over_http = Device { id: device.id, protocol: Protocol::Http.into(), ..Default::default() };
    let changed = site.update(&site.admin(), over_http, &["protocol"]).await.unwrap();
    assert_eq!((changed.protocol(), changed.device_info.unwrap().pending_protocol()), (Protocol::Mqtt, Protocol::Http));
    until("it has the settings over MQTT", async || received_protocols(&panel).last() == Some(&ManagementProtocol::Http)).await;
    let answer = &set(&site, &site.admin(), &[device.id], Protocol::Mqtt).await.unwrap()[0];
    assert!(answer.done && !answer.is_pending);
    until("it has the settings", async || received_protocols(&panel).last() == Some(&ManagementProtocol::Mqtt)).await;
    assert_eq!(protocols(&site, device.id).await, (Protocol::Mqtt, Protocol::Unspecified));
    site.end().await;
}

#[tokio::test]
async fn none_stops_everything_with_its_words() {
    let site = site().await;
    let device = site.make_panel().await;
    site.devices().apply_device_settings(site.as_caller(&site.admin(), DeviceActionRequest { id: device.id })).await.unwrap();
    assert!(set(&site, &site.admin(), &[device.id], Protocol::None).await.unwrap()[0].done);
    let tasks = site.tasks_of(device.id).await;
    assert!(!tasks.is_empty() && tasks.iter().all(|task| task.status() == TaskStatus::Stopped), "{tasks:?}");
    let words = "device protocol none prevents init, queue restart and sync";
    let ask = || site.as_caller(&site.admin(), DeviceActionRequest { id: device.id });
    for refused in
        [site.devices().apply_device_settings(ask()).await, site.devices().init_device(ask()).await, site.devices().restart_device_queue(ask()).await]
    {
        assert_eq!(refused.unwrap_err().message(), words);
    }
    use proto::vestibule::device::v1::device_tasks_server::DeviceTasks;
    let restart = site.as_caller(&site.admin(), RestartDeviceTaskRequest { id: tasks[0].id });
    assert_eq!(site.tasks().restart_device_task(restart).await.unwrap_err().message(), words);
    assert_eq!(login(&site, &device.serial_number, PASSWORD).await.unwrap_err().code(), Code::Unauthenticated);
    // Back from none there is no old way to be kept.
    let answer = &set(&site, &site.admin(), &[device.id], Protocol::Http).await.unwrap()[0];
    assert!(answer.done && !answer.is_pending);
    site.end().await;
}

#[tokio::test]
async fn each_device_of_a_change_has_its_own_answer_and_none_of_another_tenant_is_touched() {
    let site = Site::start().await;
    let (seen, unseen) = (site.make_panel().await, site.make_panel().await);
    let _panel = Panel::connect(&seen.serial_number).await;
    site.until_online(seen.id, true).await;
    let answers = set(&site, &site.admin(), &[seen.id, 4711, unseen.id], Protocol::Http).await.unwrap();
    let brief: Vec<_> = answers.iter().map(|answer| (answer.id, answer.done, answer.message.as_str(), answer.is_pending)).collect();
    // One that has never come has no way that could end.
    assert_eq!(brief, [(seen.id, true, "", true), (4711, false, "item not found", false), (unseen.id, true, "", false)]);
    let foreign = set(&site, &administrator(OTHER_PROJECT), &[seen.id], Protocol::None).await.unwrap();
    assert_eq!(foreign[0].message, "item not found");
    assert_eq!(protocols(&site, seen.id).await, (Protocol::Mqtt, Protocol::Http));
    assert_eq!(set(&site, &site.admin(), &[seen.id], Protocol::Unspecified).await.unwrap_err().code(), Code::InvalidArgument);
    // Without an address of the broker no device can be sent there.
    let back = set(&site, &site.admin(), &[unseen.id], Protocol::None).await.unwrap();
    assert!(back[0].done);
    site.end().await;
}

#[tokio::test]
async fn a_panel_that_comes_over_http_to_another_address_has_another_password() {
    let site = site().await;
    let device = site.make_panel().await;
    let _panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    let moved = Device {
        id: device.id,
        ip_address: Some("127.0.0.1".into()),
        port: 1,
        login: Some("admin".into()),
        password: Some("of the page".into()),
        ..Default::default()
    };
    site.update(&site.admin(), moved, &["ip_address", "port", "login", "password"]).await.unwrap();
    set(&site, &site.admin(), &[device.id], Protocol::Http).await.unwrap();
    login(&site, &device.serial_number, PASSWORD).await.expect("it has come");
    assert_eq!(protocols(&site, device.id).await, (Protocol::Http, Protocol::Unspecified));
    assert_eq!(login(&site, &device.serial_number, PASSWORD).await.unwrap_err().code(), Code::Unauthenticated, "the platform would send it there");
    site.end().await;
}
