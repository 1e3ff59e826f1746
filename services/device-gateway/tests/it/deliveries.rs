//! Which doors hold an identifier, by what they confirmed.
use device_protocol::ItemOutcome;
use policy::Caller;
use proto::vestibule::common::v1::Ref;
use proto::vestibule::device::v1::devices_server::Devices;
use proto::vestibule::device::v1::*;
use testing::{OTHER_PROJECT, PROJECT, group_administrator, someone};
use tonic::{Code, Status};

use crate::access::{card, link};
use crate::panel::Panel;
use crate::site::{HOUSE, Site, a_panel, until};

async fn deliveries(site: &Site, caller: &Caller, link_id: &str) -> Result<Vec<Delivery>, Status> {
    let request = site.as_caller(caller, ListDeliveriesRequest { link_id: link_id.into() });
    Ok(site.devices().list_deliveries(request).await?.into_inner().items)
}

async fn states(site: &Site, number: i64) -> Vec<(i64, bool, DeliveryState)> {
    let items = deliveries(site, &site.admin(), &link(number).to_string()).await.unwrap();
    let mut states: Vec<_> = items.iter().map(|item| (item.device.as_ref().unwrap().id, item.is_wanted, item.state())).collect();
    states.sort_by_key(|(id, ..)| *id);
    states
}

#[tokio::test]
async fn a_grant_and_a_revocation_are_confirmed_by_each_door_and_wait_for_the_one_that_is_away() {
    let site = Site::start().await;
    let (lobby, garage) = (site.make_panel().await, site.make_panel().await);
    let panel = Panel::connect(&lobby.serial_number).await;
    for device in [&lobby, &garage] {
        let version = site.access.set(device.id, vec![card(1)], vec![]);
        site.list_changed(device.id, version).await;
    }
    let wanted = [(lobby.id, true, DeliveryState::Confirmed), (garage.id, true, DeliveryState::Waiting)];
    until("the lobby confirms and the garage waits", async || states(&site, 1).await == wanted).await;
    let items = deliveries(&site, &site.admin(), &link(1).to_string()).await.unwrap();
    assert!(items.iter().all(|item| item.at.is_some()));

    let away = Panel::connect(&garage.serial_number).await;
    until("both confirm", async || states(&site, 1).await.iter().all(|(.., state)| *state == DeliveryState::Confirmed)).await;
    away.vanish().await;
    site.until_online(garage.id, false).await;
    for device in [&lobby, &garage] {
        let version = site.access.set(device.id, vec![], vec![]);
        site.list_changed(device.id, version).await;
    }
    let given_back = [(lobby.id, false, DeliveryState::Confirmed), (garage.id, false, DeliveryState::Waiting)];
    until("the lobby gave it back and the garage still holds it", async || states(&site, 1).await == given_back).await;
    // Reading back what it holds does not forget that it gave the card back.
    panel.say_online().await;
    site.until_online(lobby.id, true).await;
    assert_eq!(states(&site, 1).await, given_back);
    site.end().await;
}

#[tokio::test]
async fn a_door_that_refuses_an_identifier_says_so() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.memory.lock().unwrap().refuses.insert(link(1), ItemOutcome::NumberOfIdentifiersExceeded);
    let version = site.access.set(device.id, vec![card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("it is refused", async || states(&site, 1).await == [(device.id, true, DeliveryState::Refused)]).await;
    let items = deliveries(&site, &site.admin(), &link(1).to_string()).await.unwrap();
    assert_eq!(items[0].error.as_deref(), Some("number_of_identifiers_exceeded"));
    site.end().await;
}

#[tokio::test]
async fn only_devices_that_the_caller_sees_are_answered() {
    let site = Site::start().await;
    let high = site.make_panel().await;
    let low = site.create(&site.admin(), a_panel(HOUSE)).await.unwrap();
    for device in [&high, &low] {
        let version = site.access.set(device.id, vec![card(1)], vec![]);
        site.list_changed(device.id, version).await;
    }
    until("both are known", async || states(&site, 1).await.len() == 2).await;
    let link_id = link(1).to_string();
    let of_house = deliveries(&site, &group_administrator(PROJECT, 7, &[HOUSE]), &link_id).await.unwrap();
    assert_eq!(of_house.iter().filter_map(|item| item.device.clone()).map(|Ref { id, .. }| id).collect::<Vec<_>>(), [low.id]);
    assert_eq!(deliveries(&site, &testing::administrator(OTHER_PROJECT), &link_id).await.unwrap(), []);
    assert_eq!(deliveries(&site, &someone(PROJECT, 8, [], &[]), &link_id).await.unwrap(), []);
    assert_eq!(deliveries(&site, &site.admin(), "1").await.unwrap_err().code(), Code::NotFound);
    site.end().await;
}
