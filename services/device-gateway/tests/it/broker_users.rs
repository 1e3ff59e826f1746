//! The broker's users and what they may do.
use device_protocol::{Presence, Serial, TopicKind};
use kit::Leadership;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use rumqttc_v4::{AsyncClient, ConnectReturnCode, ConnectionError, MqttOptions};
use serde_json::json;

use crate::events::{event, push};
use crate::panel::{Panel, broker};
use crate::site::{PASSWORD, Site, until};

/// Whether the broker lets this user in, by the user's own client id.
async fn is_let_in(name: &str, password: &str) -> bool {
    is_let_in_as(name, name, password).await
}

async fn is_let_in_as(client_id: &str, name: &str, password: &str) -> bool {
    let (host, port) = broker();
    let mut options = MqttOptions::new(client_id, (host.as_str(), port));
    options.set_credentials(name, password.to_string());
    let (_client, mut events) = AsyncClient::builder(options).capacity(10).build();
    match events.poll().await {
        Ok(_) => true,
        Err(ConnectionError::ConnectionRefused(ConnectReturnCode::NotAuthorized | ConnectReturnCode::BadUserNamePassword)) => false,
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn a_device_has_a_user_with_its_password_until_it_is_deleted() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let serial = device.serial_number.clone();
    until("the user is made", async || is_let_in(&serial, PASSWORD).await).await;
    assert!(!is_let_in(&serial, "another-password").await);

    let change = |password: &str| Device {
        id: device.id,
        device_settings: Some(DeviceSettings { mqtt: Some(MqttSettings { password: Some(password.into()) }), ..Default::default() }),
        ..Default::default()
    };
    site.update(&site.admin(), change("another-password"), &["device_settings.mqtt.password"]).await.unwrap();
    until("the new password is taken", async || is_let_in(&serial, "another-password").await).await;
    assert!(!is_let_in(&serial, PASSWORD).await);

    site.devices().delete_device(site.as_caller(&site.admin(), DeleteDeviceRequest { id: device.id })).await.unwrap();
    until("the user is gone", async || !is_let_in(&serial, "another-password").await).await;
    site.end().await;
}

#[tokio::test]
async fn a_device_connects_by_its_serial_and_by_no_other_client_id() {
    let site = Site::start().await;
    let (own, another) = (site.make_panel().await.serial_number, site.make_panel().await.serial_number);
    until("the users are made", async || is_let_in(&own, PASSWORD).await && is_let_in(&another, PASSWORD).await).await;
    assert!(!is_let_in_as(&another, &own, PASSWORD).await);
    assert!(!is_let_in_as("of-nobody", &own, PASSWORD).await);
    site.end().await;
}

#[tokio::test]
async fn a_user_of_a_version_that_bound_no_client_ids_is_bound_to_its_serial() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let serial = device.serial_number.clone();
    until("the user is made", async || is_let_in(&serial, PASSWORD).await).await;
    let old = json!({"command": "createClient", "username": serial, "password": PASSWORD,
        "textdescription": format!("vestibule/{}/0123456789abcdef0123456789abcdef", site.gateway.config.installation)});
    site.gateway.mqtt.control(vec![json!({"command": "deleteClient", "username": serial}), old]).await.unwrap();
    assert!(is_let_in_as("of-nobody", &serial, PASSWORD).await);
    site.update(&site.admin(), Device { id: device.id, ..Default::default() }, &["description"]).await.unwrap();
    until("the client id is bound", async || !is_let_in_as("of-nobody", &serial, PASSWORD).await).await;
    assert!(is_let_in(&serial, PASSWORD).await);
    site.end().await;
}

#[tokio::test]
async fn a_broker_that_forgot_a_user_is_given_it_again() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    until("the user is made", async || is_let_in(&device.serial_number, PASSWORD).await).await;
    site.gateway.mqtt.control(vec![json!({"command": "deleteClient", "username": device.serial_number})]).await.unwrap();
    assert!(!is_let_in(&device.serial_number, PASSWORD).await);
    // Any change of the device brings its user in line; so does every new connection.
    site.update(&site.admin(), Device { id: device.id, ..Default::default() }, &["description"]).await.unwrap();
    until("the user is back", async || is_let_in(&device.serial_number, PASSWORD).await).await;
    site.end().await;
}

#[tokio::test]
async fn the_replica_that_leads_compares_the_brokers_users() {
    let mut site = Site::start().await;
    let device = site.make_panel().await;
    until("the user is made", async || is_let_in(&device.serial_number, PASSWORD).await).await;
    site.gateway.mqtt.control(vec![json!({"command": "deleteClient", "username": device.serial_number})]).await.unwrap();
    let (says, leads) = tokio::sync::watch::channel(false);
    let replica = site.start_replica_with(Leadership::elected(leads)).await;
    // Once this is answered, everything that it sent before is, too.
    replica.mqtt.control(vec![json!({"command": "listClients"})]).await.unwrap();
    assert!(!is_let_in(&device.serial_number, PASSWORD).await);
    says.send_replace(true);
    until("the user is back", async || is_let_in(&device.serial_number, PASSWORD).await).await;
    site.end().await;
}

#[tokio::test]
async fn the_services_own_user_cannot_be_taken_over_by_a_device() {
    let site = Site::start().await;
    let own = site.app.context.settings.mqtt_user.clone();
    let refused = site.create(&site.admin(), Device { serial_number: own, ..crate::site::a_panel(crate::site::ROOT) }).await.unwrap_err();
    assert_eq!(refused.message(), "serial number or e-mail already used");
}

#[tokio::test]
async fn a_device_cannot_speak_for_another_or_hear_what_is_for_it() {
    let site = Site::start().await;
    let (victim, rogue) = (site.make_panel().await, site.make_panel().await);
    let victim_serial = Serial::new(victim.serial_number.clone()).unwrap();
    let (victim_panel, rogue_panel) = (Panel::connect(&victim.serial_number).await, Panel::connect(&rogue.serial_number).await);
    site.until_online(victim.id, true).await;

    // It listens everywhere and says that the other is gone, and that a door of the other opened.
    let mut overheard = rogue_panel.answers();
    for topic in [TopicKind::ServerResponse.topic(&victim_serial), TopicKind::ServerResponse.filter(), "#".into()] {
        rogue_panel.subscribe(topic).await;
    }
    rogue_panel.publish(TopicKind::DeviceStatus.topic(&victim_serial), Presence::Offline.as_str().into()).await;
    let forged = device_protocol::ServerCall::Logs(push([event(66)])).request(uuid::Uuid::new_v4());
    rogue_panel.publish(TopicKind::ServerRequest.topic(&victim_serial), forged.encode()).await;
    rogue_panel
        .publish(
            "$CONTROL/dynamic-security/v1".into(),
            json!({"commands": [{"command": "deleteClient", "username": victim.serial_number}]}).to_string().into(),
        )
        .await;

    // What each says for itself afterwards arrives: by then the rest would have, too.
    victim_panel.push(push([event(1)])).await;
    let own = rogue_panel.push(push([event(2)])).await;
    let events = site.device_events(&site.admin()).await;
    let mut arrived: Vec<(i64, i64)> = events.iter().map(|event| (event.device.as_ref().unwrap().id, event.device_event_id)).collect();
    arrived.sort_unstable();
    assert_eq!(arrived, [(victim.id, 1), (rogue.id, 2)]);
    assert_eq!(site.info(victim.id).await.status(), DeviceStatus::Online);
    assert!(is_let_in(&victim.serial_number, PASSWORD).await);
    let heard = overheard.recv().await.unwrap();
    assert_eq!(heard.id, own.id);
    assert!(overheard.try_recv().is_err());
    site.end().await;
}
