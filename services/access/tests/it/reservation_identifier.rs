use prost::Message;
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{AmenityReservationChanged, EventArrived, IdentifierChanged, ReservationIdentifierUsed};
use testing::PROJECT;

use crate::site::*;

const TOPIC: &str = "amenities.reservation.changed";
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

fn tomorrow() -> i64 {
    testing::NOW.unix_timestamp() + 86_400
}

async fn ids_of(site: &Site, link: &str) -> Vec<i64> {
    let mut reader = site.app.context.database.read(PROJECT).await.unwrap();
    sqlx::query_scalar("SELECT id FROM identifiers WHERE link_id::text = $1").bind(link).fetch_all(&mut *reader).await.unwrap()
}

async fn rules_of(site: &Site, identifier: i64) -> Vec<i64> {
    let mut reader = site.app.context.database.read(PROJECT).await.unwrap();
    let rules = sqlx::query_scalar("SELECT rule_id FROM rule_identifiers WHERE identifier_id = $1 ORDER BY rule_id");
    rules.bind(identifier).fetch_all(&mut *reader).await.unwrap()
}

#[tokio::test]
async fn a_rule_neither_shows_nor_takes_nor_loses_codes_of_reservations_and_guests() {
    use crate::guest_key::{anna, give, key, shareable};
    let site = crate::guest_key::start().await;
    let sauna = site.rule(shareable(ANNA, DOOR_2)).await;
    let office = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_1) }).await;
    site.deliver(TOPIC, &reservation(sauna.id, 1, "reserved", tomorrow())).await;
    let code = ids_of(&site, LINK).await[0];
    let given = give(&site, &anna(), key(sauna.id)).await.id;
    let change = async |rule: i64, identifiers: &[i64], whole: bool| {
        let access_rule = Some(AccessRule { identifiers: identifiers.iter().copied().map(reference).collect(), ..Default::default() });
        let request = UpdateAccessRuleRequest { id: rule, access_rule, update_mask: mask(&["identifiers"]), whole };
        site.access_rules.update_access_rule(site.by(&site.admin(), request)).await.map(tonic::Response::into_inner)
    };
    for theirs in [code, given] {
        assert_eq!(refused_fields(&change(office.id, &[theirs], false).await.unwrap_err()), ["identifiers"]);
        let new = AccessRule { identifiers: vec![reference(theirs)], ..lets(ANNA, DOOR_1) };
        assert_eq!(refused_fields(&site.try_rule(&site.admin(), new).await.unwrap_err()), ["identifiers"]);
    }
    assert!(site.desired(DOOR_1).await.is_empty());
    // The form sends its whole list, which knows nothing of a code that was made meanwhile.
    let card = site.card(ANNA, "77").await.id;
    for whole in [false, true] {
        let changed = change(sauna.id, &[card], whole).await.unwrap();
        assert_eq!(changed.identifiers.iter().map(|named| named.id).collect::<Vec<_>>(), [card]);
        assert_eq!((rules_of(&site, code).await, rules_of(&site, given).await), (vec![sauna.id], vec![sauna.id]));
    }
    let held: Vec<i64> = site.desired(DOOR_2).await.iter().map(|held| held.id).collect();
    assert_eq!(held, [code, given, card]);
}

#[tokio::test]
async fn the_code_of_a_reservation_that_is_over_is_in_no_rule_and_leaves_the_door() {
    let site = Site::start().await;
    let sauna = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await;
    for (number, status) in ["canceled", "expired", "inactive"].into_iter().enumerate() {
        let link_id = format!("0199aaaa-0000-7000-8000-00000000001{number}");
        let event = |version, status| AmenityReservationChanged { link_id: link_id.clone(), ..reservation(sauna.id, version, status, tomorrow()) };
        site.deliver(TOPIC, &event(1, "reserved")).await;
        let code = ids_of(&site, &link_id).await[0];
        assert_eq!((rules_of(&site, code).await, site.desired(DOOR_2).await.len()), (vec![sauna.id], 1), "{status}");
        site.clear_outbox().await;
        site.deliver(TOPIC, &event(2, status)).await;
        assert_eq!((rules_of(&site, code).await, site.desired(DOOR_2).await.len()), (vec![], 0), "{status}");
        assert_eq!(site.changed_lists().await, [DOOR_2], "{status}");
    }
}

#[tokio::test]
async fn what_forbids_the_code_of_a_reservation_stays_when_its_amenity_has_other_rules() {
    let site = Site::start().await;
    let sauna = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await.id;
    let pool = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_1) }).await.id;
    let forbids = site.rule(AccessRule { users: vec![], prohibition: true, ..lets(ANNA, DOOR_1) }).await.id;
    site.deliver(TOPIC, &reservation(sauna, 1, "reserved", tomorrow())).await;
    let code = ids_of(&site, LINK).await[0];
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    let named = sqlx::query("INSERT INTO rule_identifiers (rule_id, identifier_id, project_id) VALUES ($1, $2, $3)");
    named.bind(forbids).bind(code).bind(PROJECT).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    site.deliver(TOPIC, &reservation(pool, 2, "reserved", tomorrow())).await;
    assert_eq!(rules_of(&site, code).await, [pool, forbids]);
}

#[tokio::test]
async fn the_code_of_a_reservation_that_an_operator_has_deleted_is_not_made_anew() {
    let site = Site::start().await;
    let sauna = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await.id;
    site.deliver(TOPIC, &reservation(sauna, 1, "reserved", tomorrow())).await;
    let code = ids_of(&site, LINK).await[0];
    site.identifiers.delete_identifier(site.by(&site.admin(), DeleteIdentifierRequest { id: code })).await.unwrap();
    for (version, status) in [(2, "reserved"), (3, "active"), (4, "canceled")] {
        site.deliver(TOPIC, &reservation(sauna, version, status, tomorrow())).await;
        assert_eq!((ids_of(&site, LINK).await, site.desired(DOOR_2).await.len()), (vec![], 0), "{status}");
    }
}

#[tokio::test]
async fn a_reservation_whose_cancellation_comes_first_has_no_code() {
    let site = Site::start().await;
    let sauna = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await.id;
    site.deliver(TOPIC, &reservation(sauna, 2, "canceled", tomorrow())).await;
    site.deliver(TOPIC, &reservation(sauna, 1, "reserved", tomorrow())).await;
    assert_eq!((ids_of(&site, LINK).await, site.desired(DOOR_2).await.len()), (vec![], 0));
}

#[tokio::test]
async fn amenities_open_doors_by_rules_that_grant() {
    use access::rpc::reservable_rule::ReservableRulesService;
    use proto::vestibule::access::v1::reservable_rules_server::ReservableRules;
    let site = Site::start().await;
    let grants = site.rule(AccessRule { users: vec![], ..lets(ANNA, DOOR_2) }).await.id;
    let forbids = site.rule(AccessRule { name: "keeps out".into(), users: vec![], prohibition: true, ..lets(ANNA, DOOR_2) }).await.id;
    let service = ReservableRulesService(access::app::App::new(&site.app.context));
    let check = async |ids: &[i64]| {
        let request = CheckReservableRulesRequest { access_rule_ids: ids.to_vec() };
        service.check_reservable_rules(site.by(&site.admin(), request)).await.map(tonic::Response::into_inner)
    };
    assert_eq!(check(&[grants]).await.unwrap().items.len(), 1);
    let refused = check(&[grants, forbids]).await.unwrap_err();
    assert_eq!(refused.message(), "access rule forbids instead of granting");
    assert_eq!(refusal(&refused)["data"]["names"], serde_json::json!(["keeps out"]));
}
