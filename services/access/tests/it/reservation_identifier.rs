use prost::Message;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
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
    let sauna = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await;
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

#[tokio::test]
async fn the_code_of_a_reservation_is_not_stretched_given_away_or_put_on_other_doors() {
    let site = Site::start().await;
    let sauna = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await;
    let office = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_1) }).await;
    site.deliver("amenities.reservation.changed", &reservation(sauna.id, 1, "reserved", testing::NOW.unix_timestamp() + 86_400)).await;
    let listed = site.identifiers.list_identifiers(site.by(&site.admin(), ListIdentifiersRequest::default())).await.unwrap().into_inner();
    let code = listed.items.into_iter().find(|item| item.link_id == LINK).unwrap();
    assert_eq!((code.origin(), code.origin_ref.as_deref()), (IdentifierOrigin::Reservation, Some(LINK)));
    let held = site.desired(DOOR_2).await;
    let change = async |changed: Identifier, path: &str| {
        let request = UpdateIdentifierRequest { id: code.id, identifier: Some(changed), update_mask: mask(&[path]) };
        refused_fields(&site.identifiers.update_identifier(site.by(&site.admin(), request)).await.unwrap_err())
    };
    assert_eq!(change(Identifier { period_restrict_active: false, ..code.clone() }, "period_restrict_active").await, ["period_restrict_active"]);
    assert_eq!(change(Identifier { value: "another".into(), ..code.clone() }, "value").await, ["value"]);
    assert_eq!(change(Identifier { owner_type: OwnerType::Owner.into(), ..code.clone() }, "owner_type").await, ["owner_type"]);
    assert_eq!(change(Identifier { owner: Some(reference(BORIS)), ..code.clone() }, "owner").await, ["owner"]);
    assert_eq!(change(Identifier { access_rules: vec![reference(office.id)], ..code.clone() }, "access_rules").await, ["access_rules"]);
    assert_eq!(site.desired(DOOR_2).await, held);
    assert!(site.desired(DOOR_1).await.is_empty());
}

#[tokio::test]
async fn the_code_of_a_reservation_needs_the_licence_of_its_amenity_and_not_that_of_guests() {
    let site = Site::start().await;
    let sauna = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await;
    site.deliver("amenities.reservation.changed", &reservation(sauna.id, 1, "reserved", testing::NOW.unix_timestamp() + 60)).await;
    let features = vec!["amenity".to_owned()];
    let license = proto::vestibule::events::v1::LicenseChanged { project_id: PROJECT, version: 11, features, ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
    assert_eq!(site.desired(DOOR_2).await.len(), 1);
}
