//! Somebody at the door of a device that the server has told about cards and schedules.

use std::time::Duration;

use device_protocol::identifier::ValidPasses;
use device_protocol::link::LinkIds;
use device_protocol::remote::{RemoteAnswer, RemoteType};
use device_protocol::{DeviceCall, LockTarget};
use device_simulator::door::Denial;
use device_simulator::visit::DecidedBy;

use crate::support::{Broker, Panel, Platform, Scratch, items, work_week};

const WEDNESDAY_NOON: &str = "2026-03-04T12:00:00+01:00";
const SATURDAY_NOON: &str = "2026-03-07T12:00:00+01:00";

async fn setting() -> (Broker, Platform, Scratch) {
    let broker = Broker::start();
    let platform = Platform::connect(&broker).await;
    (broker, platform, Scratch::new())
}

/// Gives the panel a card that is good on working days.
async fn give_scheduled_card(platform: &mut Platform, panel: &Panel) {
    platform.call(&panel.serial(), DeviceCall::WriteTimeProfile(work_week())).await;
    let mut cards = items(&[(1, "13961168")]);
    cards.list_items[0].time_profiles = Some(LinkIds { link_ids: vec![work_week().link_id] });
    platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(cards)).await;
}

#[tokio::test]
async fn a_card_is_granted_inside_its_schedule_and_denied_outside() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    give_scheduled_card(&mut platform, &panel).await;
    let inside = panel.present_card_at("00-D5-07-D0", WEDNESDAY_NOON).await;
    let outside = panel.present_card_at("00-D5-07-D0", SATURDAY_NOON).await;
    assert!(inside.granted);
    assert_eq!(outside.denial, Some(Denial::OutsideSchedule));
}

#[tokio::test]
async fn the_devices_own_clock_decides() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    give_scheduled_card(&mut platform, &panel).await;
    panel.device.clock.set(SATURDAY_NOON.parse().unwrap());
    assert_eq!(panel.present_card("13961168").await.denial, Some(Denial::OutsideSchedule));
    panel.device.clock.set(WEDNESDAY_NOON.parse().unwrap());
    let visit = panel.present_card("13961168").await;
    assert!(visit.granted);
    assert_eq!(visit.event.created_at.date().to_string(), "2026-03-04");
}

#[tokio::test]
async fn the_server_decides_when_it_is_asked_and_answers() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    panel.device.set_remote_check(true);
    let server = async {
        let (serial, id, check) = platform.next_check().await;
        assert_eq!((check.identifier_type, check.identifier_number.as_str()), (RemoteType::Card, "13961168"));
        platform.decide(&serial, id, RemoteAnswer::granted(LockTarget::new(2).unwrap())).await;
    };
    let (visit, ()) = tokio::join!(panel.present_card("13961168"), server);
    assert_eq!((visit.granted, visit.decided_by), (true, DecidedBy::Server));
    assert_eq!(visit.event.code.as_str(), "access_granted_by_remote_server_api_call");
    assert_eq!(visit.event.info.lock, Some(2));
}

#[tokio::test]
async fn the_server_can_refuse_what_the_device_would_grant() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(items(&[(1, "13961168")]))).await;
    panel.device.set_remote_check(true);
    let server = async {
        let (serial, id, _) = platform.next_check().await;
        platform.decide(&serial, id, RemoteAnswer::denied()).await;
    };
    let (visit, ()) = tokio::join!(panel.present_card("13961168"), server);
    assert_eq!(visit.event.code.as_str(), "access_denied_by_remote_server_api_call");
}

#[tokio::test]
async fn the_device_decides_when_the_server_delegates_the_decision() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(items(&[(1, "13961168")]))).await;
    panel.device.set_remote_check(true);
    let server = async {
        let (serial, id, _) = platform.next_check().await;
        platform.decide(&serial, id, RemoteAnswer::NOT_HANDLED).await;
    };
    let (visit, ()) = tokio::join!(panel.present_card("13961168"), server);
    assert_eq!((visit.granted, visit.decided_by), (true, DecidedBy::Device));
}

#[tokio::test]
async fn the_device_decides_when_the_server_does_not_answer_in_time() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start_with(&broker, &state, Duration::from_millis(50)).await;
    platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(items(&[(1, "13961168")]))).await;
    panel.device.set_remote_check(true);
    let visit = panel.present_card("13961168").await;
    assert_eq!((visit.granted, visit.decided_by), (true, DecidedBy::Device));
    let (serial, id, _) = platform.next_check().await;
    platform.decide(&serial, id, RemoteAnswer::denied()).await;
    let push = platform.next_push().await;
    assert_eq!(push.events, [visit.event], "a late answer changes nothing");
}

#[tokio::test]
async fn a_device_without_a_server_decides_from_its_memory() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(items(&[(1, "13961168")]))).await;
    panel.device.set_remote_check(true);
    panel.device.go(false);
    panel.connected(false).await;
    let visit = panel.present_card("13961168").await;
    assert_eq!((visit.granted, visit.decided_by), (true, DecidedBy::Device));
}

#[tokio::test]
async fn the_server_is_asked_only_about_identifiers_that_are_not_stored() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start_curious(&broker, &state).await;
    platform.call(&panel.serial(), DeviceCall::WriteIdentifiers(items(&[(1, "13961168")]))).await;
    let held = panel.present_card("13961168").await;
    assert_eq!((held.granted, held.decided_by), (true, DecidedBy::Device));
    let push = platform.next_push().await;
    platform.store(&push, &push.ids()).await;
    let server = async {
        let (serial, id, check) = platform.next_check().await;
        assert_eq!(check.identifier_number, "77");
        platform.decide(&serial, id, RemoteAnswer::granted(LockTarget::ALL)).await;
    };
    let (visit, ()) = tokio::join!(panel.present_card("77"), server);
    assert_eq!((visit.granted, visit.decided_by), (true, DecidedBy::Server));
}

#[tokio::test]
async fn passes_are_counted_from_the_last_write_on() {
    let (broker, mut platform, state) = setting().await;
    let panel = Panel::start(&broker, &state).await;
    let mut cards = items(&[(1, "13961168")]);
    cards.list_items[0].valid.passes = ValidPasses { is_permanent: false, max_passes: Some(1) };
    let write = || DeviceCall::WriteIdentifiers(cards.clone());
    platform.call(&panel.serial(), write()).await;
    assert!(panel.present_card("13961168").await.granted);
    assert_eq!(panel.present_card("13961168").await.denial, Some(Denial::NoPassesLeft));
    platform.call(&panel.serial(), write()).await;
    assert!(panel.present_card("13961168").await.granted);
}
