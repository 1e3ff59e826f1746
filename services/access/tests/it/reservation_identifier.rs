use prost::Message;
use proto::vestibule::events::v1::{AmenityReservationChanged, EventArrived, IdentifierChanged, ReservationIdentifierUsed};
use testing::PROJECT;

use crate::site::*;

const LINK: &str = "0199aaaa-0000-7000-8000-000000000001";

fn timestamp(seconds: i64) -> Option<prost_types::Timestamp> {
    Some(prost_types::Timestamp { seconds, nanos: 0 })
}

fn reservation(rule: i64, version: i64, status: &str, from: i64) -> AmenityReservationChanged {
    AmenityReservationChanged {
        project_id: PROJECT,
        id: 5,
        version,
        status: status.into(),
        amenity_name: "Sauna".into(),
        user_id: ANNA,
        access_rule_ids: vec![rule],
        valid_from: timestamp(from),
        valid_to: timestamp(from + 3600),
        link_id: LINK.into(),
        ..Default::default()
    }
}

#[tokio::test]
async fn a_reservation_has_one_code_that_opens_its_rules_and_ends_with_it() {
    const TOPIC: &str = "amenities.reservation.changed";
    let site = Site::start().await;
    let sauna = site.rule(proto::vestibule::access::v1::AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await;
    site.rule(lets(ANNA, DOOR_1)).await;
    site.clear_outbox().await;
    let tomorrow = testing::NOW.unix_timestamp() + 86_400;
    site.deliver(TOPIC, &reservation(sauna.id, 1, "reserved", tomorrow)).await;
    site.deliver(TOPIC, &reservation(sauna.id, 1, "reserved", tomorrow)).await;
    assert_eq!(site.changed_lists().await, [DOOR_2], "not what the user opens besides");
    let made = site.desired(DOOR_2).await;
    assert_eq!(made.len(), 1, "an event that comes twice makes one code");
    assert!(site.desired(DOOR_1).await.is_empty());

    site.deliver(TOPIC, &reservation(sauna.id, 2, "reserved", tomorrow + 3600)).await;
    let moved = site.desired(DOOR_2).await;
    assert_eq!((moved.len(), &moved[0].number, &moved[0].link_id), (1, &made[0].number, &made[0].link_id));
    assert_ne!(moved[0], made[0], "another period");
    site.deliver(TOPIC, &reservation(sauna.id, 1, "reserved", tomorrow)).await;
    assert_eq!(site.desired(DOOR_2).await, moved, "an older event changes nothing");

    let mut reader = site.app.context.database.read(PROJECT).await.unwrap();
    let id: i64 = sqlx::query_scalar("SELECT id FROM identifiers WHERE link_id::text = $1").bind(LINK).fetch_one(&mut *reader).await.unwrap();
    drop(reader);
    site.clear_outbox().await;
    for _ in 0..2 {
        let pass = EventArrived {
            project_id: PROJECT,
            category: "access".into(),
            code: "access_granted_by_qr_code".into(),
            device_id: DOOR_2,
            identifier_id: id,
            created_at: timestamp(tomorrow),
            ..Default::default()
        };
        site.deliver("device.event.arrived", &pass).await;
    }
    let used: Vec<_> = site.app.events().await.into_iter().filter(|(topic, _)| topic == "access.reservation_identifier.used").collect();
    assert_eq!(used.len(), 1, "the first pass");
    assert_eq!(ReservationIdentifierUsed::decode(used[0].1.as_slice()).unwrap().link_id, LINK);

    site.clear_outbox().await;
    site.deliver(TOPIC, &reservation(sauna.id, 3, "canceled", tomorrow)).await;
    let events = site.app.events().await;
    let (_, revoked) = events.iter().find(|(topic, _)| topic == "access.identifier.changed").expect("an event");
    assert!(IdentifierChanged::decode(revoked.as_slice()).unwrap().revoked);
    assert!(site.desired(DOOR_2).await.is_empty());
}
