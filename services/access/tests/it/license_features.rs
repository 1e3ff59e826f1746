//! Features that the project has and that are off for a group, or for one user.
use proto::vestibule::access::v1::elevator_access_rules_server::ElevatorAccessRules;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits, UserLicenseChanged};
use testing::PROJECT;
use tonic::Status;

use crate::elevator::{self, LIFT_1, elevator, site_with_lifts, try_create as try_elevator};
use crate::guest_key::{anna, key, shareable, start, try_give};
use crate::site::*;

const ALL: [&str; 5] = ["elevator", "face_id", "identifier.guest", "license_plate", "ukey2"];

fn names(features: &[&str]) -> Vec<String> {
    features.iter().map(|feature| feature.to_string()).collect()
}

/// The project has everything; `group` has only `of_group`.
async fn license(site: &Site, version: i64, group: Option<(i64, &[&str])>) {
    let groups = group.map(|(group_id, features)| GroupLicenseLimits { group_id, features: names(features), ..Default::default() });
    let limits = Some(LicenseLimits { groups: groups.into_iter().collect(), ..Default::default() });
    let license = LicenseChanged { project_id: PROJECT, version, features: names(&ALL), limits, ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
}

async fn switch_off(site: &Site, user_id: i64, version: i64, features: &[&str]) {
    let event = UserLicenseChanged { project_id: PROJECT, user_id, version, features_off: names(features), ..Default::default() };
    site.deliver("licensing.user_license.changed", &event).await;
}

fn refused<T>(answer: Result<T, Status>) -> bool {
    answer.err().is_some_and(|refused| refused.message() == "feature is not licensed")
}

#[tokio::test]
async fn guests_are_let_in_by_those_only_whose_group_and_who_themselves_have_the_feature() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    license(&site, 5, Some((BUILDING_1, &["sip"]))).await;
    assert!(refused(try_give(&site, &anna(), key(rule)).await), "not their group");
    license(&site, 6, Some((BUILDING_1, &["identifier.guest"]))).await;
    switch_off(&site, ANNA, 1, &["identifier.guest"]).await;
    assert!(refused(try_give(&site, &anna(), key(rule)).await), "not they themselves");
    switch_off(&site, ANNA, 2, &[]).await;
    try_give(&site, &anna(), key(rule)).await.expect("a key");
    let car = GuestKey { kind: GuestKeyKind::LicensePlate.into(), value: "A123BC".into(), ..key(rule) };
    assert!(refused(try_give(&site, &anna(), car.clone()).await), "plates are a feature of their own");
    license(&site, 7, None).await;
    try_give(&site, &anna(), car).await.expect("a key");
}

#[tokio::test]
async fn lifts_are_made_in_groups_and_given_to_users_that_have_the_feature() {
    let site = site_with_lifts().await;
    license(&site, 5, Some((BUILDING_1, &["sip"]))).await;
    assert!(refused(try_elevator(&site, &site.admin(), elevator(BUILDING_1, &[LIFT_1])).await));
    license(&site, 6, None).await;
    let made = elevator::create(&site, elevator(BUILDING_1, &[LIFT_1])).await;
    switch_off(&site, BORIS, 1, &["elevator"]).await;
    let floors = vec![RuleFloor { floor: 5, ..Default::default() }];
    let elevators = vec![RuleElevator { id: made.id, floors, ..Default::default() }];
    let rule =
        |user| ElevatorAccessRule { name: "Cleaners".into(), users: vec![reference(user)], elevators: elevators.clone(), ..Default::default() };
    let create = async |user| {
        let request = site.by(&site.admin(), CreateElevatorAccessRuleRequest { elevator_access_rule: Some(rule(user)) });
        site.elevator_rules.create_elevator_access_rule(request).await
    };
    assert!(refused(create(BORIS).await));
    let of_anna = create(ANNA).await.expect("a rule").into_inner();
    let change = async |user, paths: &[&str]| {
        let request = UpdateElevatorAccessRuleRequest { id: of_anna.id, elevator_access_rule: Some(rule(user)), update_mask: mask(paths) };
        site.elevator_rules.update_elevator_access_rule(site.by(&site.admin(), request)).await
    };
    assert!(refused(change(BORIS, &["users"]).await));
    switch_off(&site, ANNA, 1, &["elevator"]).await;
    change(ANNA, &["name", "users"]).await.expect("what they have may stay");
}

#[tokio::test]
async fn faces_and_plates_are_made_with_their_feature_and_changed_without() {
    let site = Site::start().await;
    let admin = site.admin();
    let create = async |kind: IdentifierType, value: &str| {
        let identifier = Identifier { r#type: kind.into(), value: value.into(), ..card(ANNA, "1") };
        site.identifiers.create_identifier(site.by(&admin, CreateIdentifierRequest { identifier: Some(identifier) })).await
    };
    for (kind, value) in [(IdentifierType::Face, ""), (IdentifierType::LicensePlate, "A123BC")] {
        assert!(refused(create(kind, value).await), "{kind:?}, not the project");
    }
    license(&site, 5, None).await;
    switch_off(&site, ANNA, 1, &["face_id", "license_plate"]).await;
    for (kind, value) in [(IdentifierType::Face, ""), (IdentifierType::LicensePlate, "A123BC")] {
        assert!(refused(create(kind, value).await), "{kind:?}, not the user");
    }
    switch_off(&site, ANNA, 2, &[]).await;
    let plate = create(IdentifierType::LicensePlate, "A123BC").await.expect("a plate").into_inner();
    create(IdentifierType::Face, "").await.expect("a face");
    site.card(ANNA, "1000000").await;
    license(&site, 6, Some((BUILDING_1, &["sip"]))).await;
    let change = async |identifier: Identifier, paths: &[&str]| {
        let request = UpdateIdentifierRequest { id: plate.id, identifier: Some(identifier), update_mask: mask(paths) };
        site.identifiers.update_identifier(site.by(&admin, request)).await
    };
    change(Identifier { name: "Car".into(), ..Default::default() }, &["name"]).await.expect("what exists may be changed");
    switch_off(&site, BORIS, 1, &["license_plate"]).await;
    assert!(refused(change(Identifier { owner: Some(reference(BORIS)), ..Default::default() }, &["owner"]).await), "and not given to somebody else");
    site.card(BORIS, "1000001").await;
}

#[tokio::test]
async fn no_door_of_a_card_a_code_or_an_owners_qr_is_shut_by_the_end_of_a_licence() {
    let site = Site::start().await;
    site.rule(lets(ANNA, DOOR_1)).await;
    license(&site, 5, None).await;
    let values = [
        (IdentifierType::Card, "1000000"),
        (IdentifierType::Ukey, "1000001"),
        (IdentifierType::AccessCode, "123456"),
        (IdentifierType::Qr, "df9cb0b4-6a3d-4f0e-9a05-0e1c7f3f6a11"),
    ];
    for (kind, value) in values {
        let identifier = Identifier { r#type: kind.into(), value: value.into(), ..card(ANNA, "1") };
        let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(identifier) });
        site.identifiers.create_identifier(request).await.expect("an identifier");
    }
    let opening = async || {
        let mut ids: Vec<i64> = site.desired(DOOR_1).await.iter().map(|item| item.id).collect();
        ids.sort_unstable();
        ids
    };
    let before = opening().await;
    assert_eq!(before.len(), values.len());
    // Before the end, in the grace, after it, and with the next licence.
    for (version, features, grace) in [(6, &ALL[..], &[][..]), (7, &[], &ALL[..]), (8, &[], &[]), (9, &ALL[..], &[])] {
        let (features, grace_features) = (names(features), names(grace));
        let numbers = Some(proto::vestibule::events::v1::LicenseNumbers { sip: Some(0), mobile_app: Some(0), ukey2: Some(0) });
        let limits = Some(LicenseLimits { project: numbers, grace: numbers, ..Default::default() });
        let license = LicenseChanged { project_id: PROJECT, version, features, grace_features, limits };
        site.deliver("licensing.license.changed", &license).await;
        let shut = before.len() - opening().await.iter().filter(|id| before.contains(id)).count();
        assert_eq!(shut, 0, "version {version}");
    }
}
