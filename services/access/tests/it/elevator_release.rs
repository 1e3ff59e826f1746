//! Somebody is let in at a panel, and their floors are released.
use kit::clock::to_proto;
use prost::Message;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{ElevatorReleased, EventArrived};
use testing::PROJECT;
use time::{Duration, OffsetDateTime};

use crate::elevator::{ENTRANCE, LIFT_1, LIFT_2, create, elevator, site_with_lifts};
use crate::site::*;

fn now(site: &Site) -> OffsetDateTime {
    site.app.context.clock.now()
}

/// An identifier of the user was shown at a panel, `age` ago by the panel's clock.
fn access_event(site: &Site, event_id: i64, user_id: i64, panel: i64, age: Duration) -> EventArrived {
    EventArrived {
        project_id: PROJECT,
        event_id,
        category: "access".into(),
        code: "access_granted_by_valid_identifier".into(),
        device_id: panel,
        device_name: "Front door".into(),
        user_id,
        user_name: "Anna".into(),
        created_at: Some(to_proto(now(site) - age)),
        received_at: Some(to_proto(now(site))),
        ..Default::default()
    }
}

/// What was asked for since the last call: user, controller, floors.
async fn released(site: &Site) -> Vec<(i64, i64, Vec<i32>)> {
    let events = site.app.events().await.into_iter().filter(|(topic, _)| topic == "access.elevator.released");
    let released: Vec<ElevatorReleased> = events.map(|(_, payload)| ElevatorReleased::decode(payload.as_slice()).unwrap()).collect();
    site.clear_outbox().await;
    let of = |event: ElevatorReleased| event.controllers.into_iter().map(move |one| (event.user_id, one.device_id, one.floors)).collect::<Vec<_>>();
    released.into_iter().flat_map(of).collect()
}

#[tokio::test]
async fn whoever_is_let_in_gets_their_floors_and_nobody_elses() {
    let site = site_with_lifts().await;
    let north = create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    create(&site, elevator(BUILDING_2, &[LIFT_2])).await;
    site.clear_outbox().await;
    // A panel below the elevator's group serves it as well.
    site.deliver("device.device.changed", &door(PROJECT, 1003, ENTRANCE, 1)).await;
    site.clear_outbox().await;
    let moments = [(1, ANNA, DOOR_1), (2, BORIS, DOOR_1), (3, ANNA, 1003), (4, ANNA, DOOR_2)];
    for (event, user, panel) in moments {
        site.deliver("device.event.arrived", &access_event(&site, event, user, panel, Duration::ZERO)).await;
    }
    // Boris has public floors only, which need no release; in building 2 Anna is nobody.
    assert_eq!(released(&site).await, [(ANNA, LIFT_1, vec![1, 3]), (ANNA, LIFT_1, vec![1, 3])]);
    crate::elevator_access_rule::create(&site, &[BORIS], &[(north, &[5])]).await;
    site.clear_outbox().await;
    site.deliver("device.event.arrived", &access_event(&site, 5, BORIS, DOOR_1, Duration::ZERO)).await;
    assert_eq!(released(&site).await, [(BORIS, LIFT_1, vec![1, 5])]);
}

#[tokio::test]
async fn a_guest_is_taken_to_the_flat_and_not_where_rules_take_its_resident() {
    let site = site_with_lifts().await;
    let north = create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    crate::elevator_access_rule::create(&site, &[ANNA], &[(north, &[5])]).await;
    let key = Identifier { owner_type: OwnerType::Guest.into(), ..card(ANNA, "91") };
    let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(key) });
    use proto::vestibule::access::v1::identifiers_server::Identifiers;
    let key = site.identifiers.create_identifier(request).await.unwrap().into_inner().id;
    site.clear_outbox().await;
    let by_guest = EventArrived { identifier_id: key, ..access_event(&site, 1, ANNA, DOOR_1, Duration::ZERO) };
    let by_anna = access_event(&site, 2, ANNA, DOOR_1, Duration::ZERO);
    for event in [by_guest, by_anna] {
        site.deliver("device.event.arrived", &event).await;
    }
    assert_eq!(released(&site).await, [(ANNA, LIFT_1, vec![1, 3]), (ANNA, LIFT_1, vec![1, 3, 5])]);
}

#[tokio::test]
async fn a_replayed_log_moves_no_lift() {
    let site = site_with_lifts().await;
    create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    site.clear_outbox().await;
    for event in 0..1_000 {
        // From an hour ago to eleven seconds ago.
        let age = Duration::seconds(11) + Duration::milliseconds(3_600 * event);
        site.deliver("device.event.arrived", &access_event(&site, event, ANNA, DOOR_1, age)).await;
    }
    let others = [
        EventArrived { code: "access_denied_by_not_valid_identifier".into(), ..access_event(&site, 2_000, ANNA, DOOR_1, Duration::ZERO) },
        EventArrived { code: "access_granted_by_api_call".into(), ..access_event(&site, 2_001, ANNA, DOOR_1, Duration::ZERO) },
        EventArrived { is_revoked: true, ..access_event(&site, 2_002, ANNA, DOOR_1, Duration::ZERO) },
        access_event(&site, 2_003, 0, DOOR_1, Duration::ZERO),
        // The panel's clock is ahead: nobody knows how old this is.
        access_event(&site, 2_004, ANNA, DOOR_1, Duration::seconds(-11)),
        EventArrived {
            device_created_at: Some(kit::clock::to_proto(now(&site) + Duration::HOUR)),
            ..access_event(&site, 2_006, ANNA, DOOR_1, Duration::ZERO)
        },
    ];
    for event in others {
        site.deliver("device.event.arrived", &event).await;
    }
    assert_eq!(released(&site).await, []);
    site.deliver("device.event.arrived", &access_event(&site, 2_005, ANNA, DOOR_1, Duration::seconds(9))).await;
    assert_eq!(released(&site).await.len(), 1);
}

#[tokio::test]
async fn a_key_that_is_deleted_already_takes_nobody_where_rules_take_its_resident() {
    let site = site_with_lifts().await;
    let north = create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    crate::elevator_access_rule::create(&site, &[ANNA], &[(north, &[5])]).await;
    site.clear_outbox().await;
    // Its event comes after it.
    let event = EventArrived { identifier_id: 424_242, ..access_event(&site, 1, ANNA, DOOR_1, Duration::ZERO) };
    site.deliver("device.event.arrived", &event).await;
    assert_eq!(released(&site).await, [(ANNA, LIFT_1, vec![1, 3])]);
}
