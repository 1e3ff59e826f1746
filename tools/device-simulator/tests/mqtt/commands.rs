//! What the server asks for is done, reported and held.

use device_protocol::link::{IdentifierItems, LinkIds, PageQuery};
use device_protocol::outcome::BulkResult;
use device_protocol::{DeviceCall, ItemOutcome, LockTarget, Response, digest};
use device_simulator::faults::Fault;
use serde::Deserialize;
use uuid::Uuid;

use crate::support::{Broker, Panel, Platform, Scratch, items, work_week};

async fn setting() -> (Broker, Platform, Scratch) {
    let broker = Broker::start();
    let platform = Platform::connect(&broker).await;
    (broker, platform, Scratch::new())
}

fn outcomes(response: &Response) -> Vec<(Uuid, ItemOutcome)> {
    let bulk = BulkResult::deserialize(&response.body).unwrap();
    bulk.result.into_iter().map(|item| (item.link_id, item.extended_info)).collect()
}

#[tokio::test]
async fn items_survive_a_crash_with_version_and_digest() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    let serial = panel.serial();
    let cards = items(&[(1, "13961168"), (2, "00-A1-B2-C3")]);
    let write = DeviceCall::WriteIdentifiers(cards.clone());
    platform.call_versioned(&serial, write, 41).await;
    panel.kill().await;

    let _panel = Panel::start(&broker, &state).await;
    let read = platform.call(&serial, DeviceCall::ReadIdentifiers(PageQuery::FIRST)).await;
    assert_eq!((read.version(), read.digest()), (Some(41), Some(digest::of_set(&cards.list_items).as_str())));
    let held = IdentifierItems::deserialize(&read.body).unwrap();
    assert_eq!(held.list_items, cards.list_items);
}

#[tokio::test]
async fn a_refused_item_is_reported_and_the_others_are_stored() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.faults().set(&Fault::RefuseItems { every: 2, outcome: ItemOutcome::WrongRule });
    let cards = items(&[(1, "1"), (2, "2"), (3, "3")]);
    let response = platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(cards)).await;
    let expected = [(1, ItemOutcome::Created), (2, ItemOutcome::WrongRule), (3, ItemOutcome::Created)];
    assert_eq!(outcomes(&response), expected.map(|(id, outcome)| (Uuid::from_u128(id), outcome)));
    assert!(panel.present_card("3").await.granted);
    assert!(!panel.present_card("2").await.granted);
}

#[tokio::test]
async fn a_revoked_card_is_denied() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(items(&[(1, "13961168")]))).await;
    assert!(panel.present_card("00-D5-07-D0").await.granted);
    let ids = LinkIds { link_ids: vec![Uuid::from_u128(1)] };
    platform.call(&panel.serial(), DeviceCall::DeleteIdentifiers(ids)).await;
    let visit = panel.present_card("00-D5-07-D0").await;
    assert_eq!(visit.event.code.as_str(), "access_denied_by_unknown_card");
}

#[tokio::test]
async fn commands_sent_while_the_device_is_away_are_carried_out_when_it_returns() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.go(false);
    panel.connected(false).await;
    let id = platform.send(&panel.serial(), DeviceCall::WriteTimeProfile(work_week())).await;
    panel.device.go(true);
    assert_eq!(outcomes(&platform.answer_to(id).await)[0].1, ItemOutcome::Created);
}

#[tokio::test]
async fn an_opened_lock_leaves_an_event() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    let open = DeviceCall::OpenLock(LockTarget::new(2).unwrap());
    assert_eq!(platform.call(&panel.serial(), open).await.status, 200);
    let push = platform.next_push().await;
    assert_eq!((push.events[0].code.as_str(), push.events[0].info.lock), ("access_granted_by_api_call", Some(2)));
}
