//! Faces: learned from their photos, refused, and sent again when somebody asks.
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device_gateway::rpc::delivery::IdentifierDeliveriesService;
use device_protocol::ItemOutcome;
use proto::vestibule::device::v1::identifier_deliveries_server::IdentifierDeliveries;
use proto::vestibule::device::v1::*;
use testing::PROJECT;

use crate::access::{card, link};
use crate::panel::Panel;
use crate::site::{Site, until};

const PHOTO: &[u8] = b"\xff\xd8\xff a photo";

/// State and reason of each device.
async fn deliveries(site: &Site, number: i64) -> Vec<(bool, String, String)> {
    let request = GetIdentifierDeliveriesRequest { project_id: PROJECT, link_id: link(number).to_string() };
    let request = site.app.context.signer.as_service("access", PROJECT, request);
    let answer = IdentifierDeliveriesService(site.gateway.clone()).get_identifier_deliveries(request).await.unwrap().into_inner();
    answer.items.into_iter().map(|item| (item.is_wanted, item.state, item.error)).collect()
}

#[tokio::test]
async fn a_face_is_learned_from_its_photo_which_is_stored_nowhere_else() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let face = site.access.add_photo(5, PHOTO);
    let version = site.access.set(device.id, vec![card(1), face], vec![]);
    site.list_changed(device.id, version).await;
    site.until_in_step(device.id, version).await;
    let learned = panel.memory.lock().unwrap().identifiers[&link(5)].clone();
    assert_eq!(learned.face_image, Some(STANDARD.encode(PHOTO)));
    assert_eq!(deliveries(&site, 5).await, [(true, "confirmed".into(), String::new())]);
    let mut tx = site.app.context.database.system().await.unwrap();
    let stored: Vec<String> = sqlx::query_scalar("SELECT body::text FROM desired_items WHERE body IS NOT NULL").fetch_all(&mut *tx).await.unwrap();
    assert!(stored.iter().all(|body| !body.contains(&STANDARD.encode(PHOTO))) && stored.len() == 2);

    // What the device holds is compared by hashes: a device that comes back is sent nothing.
    let tasks = site.tasks_of(device.id).await.len();
    let memory = panel.vanish().await;
    site.until_online(device.id, false).await;
    let panel = Panel::connect_with(&device.serial_number, memory).await;
    site.until_in_step(device.id, version).await;
    assert_eq!((site.tasks_of(device.id).await.len(), panel.holds().0.len()), (tasks, 2));
    site.end().await;
}

#[tokio::test]
async fn a_face_that_a_device_refuses_is_sent_again_when_somebody_asks() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    panel.memory.lock().unwrap().refuses.insert(link(5), ItemOutcome::FaceHasNotRecognized);
    let face = site.access.add_photo(5, PHOTO);
    let version = site.access.set(device.id, vec![face.clone()], vec![]);
    site.list_changed(device.id, version).await;
    let refused = [(true, "refused".to_owned(), "face_has_not_recognized".to_owned())];
    until("the device has refused the face", async || deliveries(&site, 5).await == refused).await;
    panel.memory.lock().unwrap().refuses.clear();
    let version = site.access.set(device.id, vec![face, card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("the card arrives", async || panel.holds().0.contains(&link(1))).await;
    assert_eq!(deliveries(&site, 5).await, refused, "the same photo is not sent again by itself");

    let retry = RetryIdentifierDeliveryRequest { project_id: PROJECT, device_id: device.id, link_id: link(5).to_string() };
    let request = site.app.context.signer.as_service("access", PROJECT, retry);
    IdentifierDeliveriesService(site.gateway.clone()).retry_identifier_delivery(request).await.unwrap();
    until("the face is learned", async || panel.holds().0.contains(&link(5))).await;
    until("it is confirmed", async || deliveries(&site, 5).await[0].1 == "confirmed").await;
    site.end().await;
}

#[tokio::test]
async fn a_photo_that_is_gone_is_not_waited_for() {
    let site = Site::start().await;
    let device = site.make_panel().await;
    let panel = Panel::connect(&device.serial_number).await;
    let gone = proto::vestibule::access::v1::DesiredIdentifier { face_hash: "00".repeat(32), ..site.access.add_photo(5, PHOTO) };
    let version = site.access.set(device.id, vec![gone, card(1)], vec![]);
    site.list_changed(device.id, version).await;
    until("the card arrives", async || panel.holds().0.contains(&link(1))).await;
    assert!(!panel.holds().0.contains(&link(5)));
    site.end().await;
}
