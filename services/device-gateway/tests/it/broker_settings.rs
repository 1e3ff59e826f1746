//! The broker of a project: what is refused before anything is sent, and the move of the devices in three steps.
use device_gateway::Config;
use device_gateway::rpc::broker::BrokerService;
use device_protocol::DeviceCall;
use device_protocol::management::ManagementServer;
use policy::{Caller, Permission};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::device::v1::broker_client::BrokerClient;
use proto::vestibule::device::v1::broker_server::BrokerServer;
use proto::vestibule::device::v1::*;
use proto::vestibule::events::v1::DeviceBrokerSettingsSent;
use testing::{NOW, OTHER_PROJECT, PROJECT, administrator, someone};
use tonic::service::Routes;
use tonic::{Code, Status};

use crate::events::{event, push};
use crate::own_broker::{Identity, MovingPanel, OwnBroker, far, takes};
use crate::panel::{Panel, broker};
use crate::site::{PASSWORD, Site, until};

const STOPPED: &str = "error mqtt broker settings sending";

async fn site() -> Site {
    let (host, port) = broker();
    Site::with_config(Config { broker_url: Some(format!("mqtt://{host}:{port}")), ..Config::default() }).await
}

fn form(broker: &OwnBroker, identity: &Identity) -> SetBrokerSettingsRequest {
    SetBrokerSettingsRequest {
        url: broker.url.clone(),
        login: "platform".into(),
        password: "secret".into(),
        manages_users: false,
        certificate: identity.certificate.clone(),
        authority: broker.authority.certificate.clone(),
        private_key: Some(FileChunk { data: identity.key.clone().into(), is_last: true, ..Default::default() }),
    }
}

fn client(site: &Site) -> BrokerClient<kit::peers::Peer> {
    site.app.context.peers.add("device-gateway", Routes::new(BrokerServer::new(BrokerService(site.gateway.clone()))));
    BrokerClient::new(site.app.context.peers.peer("device-gateway"))
}

async fn set(site: &Site, caller: &Caller, form: SetBrokerSettingsRequest) -> Result<BrokerSettings, Status> {
    let request = site.as_caller(caller, futures::stream::iter([form]));
    Ok(client(site).set_broker_settings(request).await?.into_inner())
}

async fn find(site: &Site, project: i64) -> BrokerSettings {
    client(site).get_broker_settings(site.as_caller(&administrator(project), GetBrokerSettingsRequest {})).await.unwrap().into_inner()
}

async fn delete(site: &Site, caller: &Caller) -> Result<BrokerSettings, Status> {
    Ok(client(site).delete_broker_settings(site.as_caller(caller, DeleteBrokerSettingsRequest {})).await?.into_inner())
}

async fn rollout(site: &Site) -> BrokerRollout {
    find(site, PROJECT).await.rollout.unwrap()
}

async fn until_ended(site: &Site, state: BrokerRolloutState) -> BrokerRollout {
    until("the move ends", async || rollout(site).await.state() == state).await;
    rollout(site).await
}

/// The management servers that the panel was sent.
fn servers(panel: &Panel) -> Vec<ManagementServer> {
    let calls = panel.memory.lock().unwrap().calls.clone();
    calls.into_iter().filter_map(|call| if let DeviceCall::WriteManagement(server) = call { Some(server) } else { None }).collect()
}

async fn panels(site: &Site, count: usize) -> Vec<Panel> {
    let mut panels = Vec::new();
    for _ in 0..count {
        let device = site.make_panel().await;
        panels.push(Panel::connect(&device.serial_number).await);
        site.until_online(device.id, true).await;
    }
    panels
}

#[tokio::test]
async fn devices_follow_to_the_broker_of_their_project_and_back() {
    let site = site().await;
    let own = OwnBroker::start().await;
    let identity = own.authority.issue("riverside", far());
    let mut moving = Vec::new();
    for _ in 0..3 {
        let device = site.make_panel().await;
        moving.push((device.id, MovingPanel::connect(&device.serial_number)));
        site.until_online(device.id, true).await;
    }
    let saved = set(&site, &site.admin(), form(&own, &identity)).await.unwrap();
    assert_eq!((saved.url.as_str(), saved.has_password, saved.rollout.unwrap().state()), (own.url.as_str(), true, BrokerRolloutState::Running));
    let ended = until_ended(&site, BrokerRolloutState::Completed).await;
    assert_eq!((ended.step(), ended.devices, ended.sent, ended.moved, ended.failed), (BrokerRolloutStep::All, 3, 3, 3, 0));
    let sent = site.outbox_events::<DeviceBrokerSettingsSent>("device.broker_settings.sent").await;
    assert_eq!(sent.iter().map(|sent| (sent.moved, sent.failed, sent.is_stopped)).collect::<Vec<_>>(), [(3, 0, false)]);

    // They are called over it, and their messages come over it.
    for (id, panel) in &moving {
        assert!(panel.device.memory().settings.management.as_ref().unwrap().settings.certificate.is_some());
        let version = site.access.set(*id, vec![crate::access::card(1)], vec![]);
        site.list_changed(*id, version).await;
        site.until_in_step(*id, version).await;
        panel.device.record_now(device_protocol::EventCode::DoorWasOpened, Default::default()).unwrap();
    }
    until("their events come", async || site.device_events(&site.admin()).await.len() == 3).await;

    delete(&site, &site.admin()).await.unwrap();
    until_ended(&site, BrokerRolloutState::Completed).await;
    assert_eq!(find(&site, PROJECT).await.url, "");
    for (_, panel) in &moving {
        assert!(panel.device.memory().settings.management.as_ref().unwrap().settings.certificate.is_none());
        until("it is connected", async || panel.device.is_connected()).await;
    }
    site.end().await;
}

#[tokio::test]
async fn a_broker_whose_users_the_platform_keeps_takes_the_devices_of_its_project_and_nobody_else() {
    let site = site().await;
    let own = OwnBroker::with_users("platform", "secret").await;
    let identity = own.authority.issue("riverside", far());
    let device = site.make_panel().await;
    let moving = MovingPanel::connect(&device.serial_number);
    site.until_online(device.id, true).await;
    let elsewhere = administrator(OTHER_PROJECT);
    let theirs = site.create(&elsewhere, crate::site::a_panel(crate::site::ELSEWHERE)).await.unwrap();
    set(&site, &site.admin(), SetBrokerSettingsRequest { manages_users: true, ..form(&own, &identity) }).await.unwrap();
    // The device could not come without its user.
    let ended = until_ended(&site, BrokerRolloutState::Completed).await;
    assert_eq!((ended.moved, ended.failed), (1, 0));
    assert!(!takes(&own, &identity, &theirs.serial_number, PASSWORD).await);
    // A new device has its user as it is made, and loses it with its password, or when it is deleted.
    let new = site.make_panel().await;
    let has_user = async |password: &str| takes(&own, &identity, &new.serial_number, password).await;
    until("the new device has a user", async || has_user(PASSWORD).await).await;
    let settings = DeviceSettings { mqtt: Some(MqttSettings { password: Some("another-password".into()) }), ..Default::default() };
    let changed = Device { id: new.id, device_settings: Some(settings), ..Default::default() };
    site.update(&site.admin(), changed, &["device_settings.mqtt.password"]).await.unwrap();
    until("its password is another", async || has_user("another-password").await).await;
    assert!(!has_user(PASSWORD).await);
    let request = site.as_caller(&site.admin(), DeleteDeviceRequest { id: new.id });
    proto::vestibule::device::v1::devices_server::Devices::delete_device(&site.devices(), request).await.unwrap();
    until("its user is gone", async || !has_user("another-password").await).await;
    drop(moving);
    site.end().await;
}

#[tokio::test]
async fn a_broker_that_no_device_reaches_is_sent_to_one_device_which_is_sent_back() {
    let site = site().await;
    let own = OwnBroker::start().await;
    // They are sent the broker and do not connect to it.
    let panels = panels(&site, 4).await;
    set(&site, &site.admin(), form(&own, &own.authority.issue("riverside", far()))).await.unwrap();
    let touched = || panels.iter().filter(|panel| !servers(panel).is_empty()).count();
    until("the canary has the new server", async || touched() == 1).await;
    site.app.context.clock.advance(time::Duration::seconds(119));
    assert_eq!(rollout(&site).await.state(), BrokerRolloutState::Running);
    site.app.context.clock.advance(time::Duration::seconds(1));
    let ended = until_ended(&site, BrokerRolloutState::Stopped).await;
    assert_eq!((ended.step(), ended.sent, ended.moved, ended.failed, ended.error.as_str()), (BrokerRolloutStep::Canary, 1, 0, 1, STOPPED));
    let canary = panels.iter().find(|panel| !servers(panel).is_empty()).unwrap();
    until("it is sent back", async || servers(canary).len() == 2).await;
    let received: Vec<_> = servers(canary).into_iter().map(|server| (server.settings.url, server.settings.certificate.is_some())).collect();
    let (host, port) = broker();
    assert_eq!(received, [(own.url.clone(), true), (format!("mqtt://{host}:{port}"), false)]);
    // No device is lost: messages of all come over the broker where they were.
    for panel in &panels {
        assert!(panel.push(push([event(1)])).await.is_success());
    }
    assert_eq!(touched(), 1);
    let sent = site.outbox_events::<DeviceBrokerSettingsSent>("device.broker_settings.sent").await;
    assert_eq!(sent.iter().map(|sent| (sent.devices, sent.moved, sent.failed, sent.is_stopped)).collect::<Vec<_>>(), [(4, 0, 1, true)]);
    site.end().await;
}

#[tokio::test]
async fn a_certificate_that_is_wrong_expired_or_not_taken_reaches_no_device() {
    let site = site().await;
    let own = OwnBroker::start().await;
    let panels = panels(&site, 1).await;
    let good = own.authority.issue("riverside", far());
    let expired = own.authority.issue("riverside", NOW - time::Duration::DAY);
    let foreign = Identity { key: own.authority.issue("riverside", far()).key, ..good.clone() };
    let refused = |identity: &Identity| set_error(&site, form(&own, identity));
    assert_eq!(refused(&expired).await.code(), Code::InvalidArgument);
    assert_eq!(refused(&foreign).await.code(), Code::InvalidArgument);
    assert_eq!(refused(&Identity { certificate: "garbage".into(), ..good.clone() }).await.code(), Code::InvalidArgument);
    // It is good by itself, and the broker does not take it.
    let stranger = crate::own_broker::Authority::new().issue("riverside", far());
    assert_eq!(refused(&stranger).await.message(), STOPPED);
    // The broker is not who it says.
    let forged = SetBrokerSettingsRequest { authority: crate::own_broker::Authority::new().certificate, ..form(&own, &good) };
    assert_eq!(set_error(&site, forged).await.message(), STOPPED);
    let nowhere = SetBrokerSettingsRequest { url: "mqtts://127.0.0.1:1".into(), ..form(&own, &good) };
    assert_eq!(set_error(&site, nowhere).await.message(), STOPPED);
    // Nor are addresses called that the operator does not allow, nor one without TLS.
    for url in ["mqtts://192.168.0.1:8883", "mqtts://169.254.169.254", "mqtt://127.0.0.1:1883"] {
        let request = SetBrokerSettingsRequest { url: url.into(), ..form(&own, &good) };
        assert_eq!(set_error(&site, request).await.code(), Code::InvalidArgument, "{url}");
    }
    let settings = find(&site, PROJECT).await;
    assert_eq!((settings.url.as_str(), settings.rollout), ("", None));
    assert!(servers(&panels[0]).is_empty());
    site.end().await;
}

async fn set_error(site: &Site, form: SetBrokerSettingsRequest) -> Status {
    set(site, &site.admin(), form).await.unwrap_err()
}

#[tokio::test]
async fn while_devices_move_another_move_is_refused_and_each_project_has_its_own() {
    let site = site().await;
    let own = OwnBroker::start().await;
    let identity = own.authority.issue("riverside", far());
    let panels = panels(&site, 1).await;
    set(&site, &site.admin(), form(&own, &identity)).await.unwrap();
    until("the first device has the new server", async || !servers(&panels[0]).is_empty()).await;
    assert_eq!(set_error(&site, form(&own, &identity)).await.message(), "action prohibited");
    assert_eq!(delete(&site, &site.admin()).await.unwrap_err().message(), "action prohibited");
    // The other project sees nothing of it, and has no devices: it is done at once.
    assert_eq!(find(&site, OTHER_PROJECT).await.url, "");
    set(&site, &administrator(OTHER_PROJECT), form(&own, &identity)).await.unwrap();
    until("the other project is done", async || find(&site, OTHER_PROJECT).await.rollout.unwrap().state() == BrokerRolloutState::Completed).await;
    assert_eq!(rollout(&site).await.state(), BrokerRolloutState::Running);
    // A password is not sent after a changed server.
    let without = SetBrokerSettingsRequest { url: "mqtts://127.0.0.1:2".into(), password: String::new(), ..form(&own, &identity) };
    let refused = set(&site, &administrator(OTHER_PROJECT), without).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    let same = SetBrokerSettingsRequest { password: String::new(), ..form(&own, &identity) };
    set(&site, &administrator(OTHER_PROJECT), same).await.unwrap();
    site.end().await;
}

#[tokio::test]
async fn a_move_of_which_no_device_has_heard_is_replaced_and_taken_back() {
    let site = site().await;
    let (first, second) = (OwnBroker::start().await, OwnBroker::start().await);
    // It has never been online.
    site.make_panel().await;
    for own in [&first, &second] {
        let saved = set(&site, &site.admin(), form(own, &own.authority.issue("riverside", far()))).await.unwrap();
        assert_eq!((saved.url.as_str(), saved.rollout.unwrap().state()), (own.url.as_str(), BrokerRolloutState::Running));
    }
    delete(&site, &site.admin()).await.unwrap();
    until_ended(&site, BrokerRolloutState::Completed).await;
    assert_eq!(find(&site, PROJECT).await.url, "");
    until("the brokers are left", async || broker_urls(&site).await.is_empty()).await;
    site.end().await;
}

/// Those that the platform is connected to for projects.
async fn broker_urls(site: &Site) -> Vec<String> {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query_scalar("SELECT url FROM project_brokers ORDER BY id").fetch_all(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn a_broker_at_which_a_device_may_be_stays_connected_until_the_device_has_come_elsewhere() {
    let site = site().await;
    let (first, second) = (OwnBroker::start().await, OwnBroker::start().await);
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    site.until_online(device.id, true).await;
    set(&site, &site.admin(), form(&first, &first.authority.issue("riverside", far()))).await.unwrap();
    until("the device has the new server", async || servers(&panel).len() == 1).await;
    site.app.context.clock.advance(time::Duration::seconds(120));
    until_ended(&site, BrokerRolloutState::Stopped).await;
    until("it is sent back", async || servers(&panel).len() == 2).await;

    // It may be late, and another broker is tried meanwhile.
    set(&site, &site.admin(), form(&second, &second.authority.issue("riverside", far()))).await.unwrap();
    until("the device has the second server", async || servers(&panel).len() == 3).await;
    assert_eq!(broker_urls(&site).await, [first.url.clone(), second.url.clone()]);
    site.app.context.clock.advance(time::Duration::seconds(1));
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;
    let _panel = Panel::connect_with(&device.serial_number, memory).await;
    until("the first broker is left", async || broker_urls(&site).await == [second.url.clone()]).await;
    site.end().await;
}

#[tokio::test]
async fn the_broker_of_a_project_does_not_speak_for_devices_of_another() {
    let site = site().await;
    let own = OwnBroker::start().await;
    let identity = own.authority.issue("elsewhere", far());
    let device = site.make_panel().await;
    set(&site, &administrator(OTHER_PROJECT), form(&own, &identity)).await.unwrap();
    until("the platform is connected", async || find(&site, OTHER_PROJECT).await.is_connected).await;
    let forged = crate::own_broker::forge(&own, &identity, &device.serial_number).await;
    forged.say_online().await;
    forged.say(push([event(1)])).await;
    // A message of the same broker about a device of its own project is consumed, so the other was consumed before.
    let theirs = site.create(&administrator(OTHER_PROJECT), crate::site::a_panel(crate::site::ELSEWHERE)).await.unwrap();
    let honest = crate::own_broker::forge(&own, &identity, &theirs.serial_number).await;
    honest.say_online().await;
    let is_online = async || site.get(&administrator(OTHER_PROJECT), theirs.id).await.unwrap().device_info.unwrap().status() == DeviceStatus::Online;
    until("the device of the project is online", is_online).await;
    assert_eq!(site.info(device.id).await.status(), DeviceStatus::Unspecified);
    assert!(site.device_events(&site.admin()).await.is_empty());
    site.end().await;
}

#[tokio::test]
async fn who_may_not_change_the_project_does_not_change_its_broker() {
    let site = site().await;
    let own = OwnBroker::start().await;
    let viewer = someone(PROJECT, 5, [Permission::CanViewProjectSettings], &[]);
    let identity = own.authority.issue("riverside", far());
    assert_eq!(set(&site, &viewer, form(&own, &identity)).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(delete(&site, &viewer).await.unwrap_err().code(), Code::PermissionDenied);
    let stranger = someone(PROJECT, 6, [], &[]);
    let refused = client(&site).get_broker_settings(site.as_caller(&stranger, GetBrokerSettingsRequest {})).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
    site.end().await;
}
