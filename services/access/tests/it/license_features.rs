//! Features that the project has and that are off for a group, or for one user.
use proto::vestibule::access::v1::elevator_access_rules_server::ElevatorAccessRules;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::remote_checks_server::RemoteChecks;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits, UserLicenseChanged};
use testing::PROJECT;
use tonic::Status;

use crate::adopted_list::adopt;
use crate::elevator::{self, LIFT_1, elevator, site_with_lifts, try_create as try_elevator};
use crate::guest_key::{anna, key, shareable, start, try_give};
use crate::identifier_import::{HEADING, attempt, carry_out};
use crate::site::*;

const ALL: [&str; 5] = ["elevator", "face_id", "identifier.guest", "license_plate", "ukey2"];

fn names(features: &[&str]) -> Vec<String> {
    features.iter().map(|feature| feature.to_string()).collect()
}

/// Each state of a licence, newest version last: its features, those of its grace, and whether what it covers opens.
pub const LICENSE_STATES: [(i64, bool, bool, bool); 4] =
    [(11, true, false, true), (12, false, true, true), (13, false, false, false), (14, true, false, true)];

/// A licence with these features, or with these in the grace after its end.
pub async fn deliver_state(site: &Site, version: i64, is_licensed: bool, is_in_grace: bool, features: &[&str]) {
    let given = |is_given: bool| if is_given { names(features) } else { Vec::new() };
    let (features, grace_features) = (given(is_licensed), given(is_in_grace));
    let license = LicenseChanged { project_id: PROJECT, version, features, grace_features, ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
}

/// What the period of a group leaves of its licence: version, whether it is open, whether the grace after it is over, and
/// whether what its features cover opens.
pub const PERIOD_STATES: [(i64, bool, bool, bool); 4] =
    [(21, true, false, true), (22, false, false, true), (23, false, true, false), (24, true, false, true)];

/// The project has everything; the first building has it in its period.
pub async fn deliver_period(site: &Site, version: i64, is_open: bool, is_off: bool) {
    let features = if is_open { names(&ALL) } else { Vec::new() };
    let groups = vec![GroupLicenseLimits { group_id: BUILDING_1, features, is_off, ..Default::default() }];
    let limits = Some(LicenseLimits { groups, ..Default::default() });
    let license = LicenseChanged { project_id: PROJECT, version, features: names(&ALL), limits, ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
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
        let request =
            UpdateElevatorAccessRuleRequest { id: of_anna.id, elevator_access_rule: Some(rule(user)), update_mask: mask(paths), whole: false };
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
    let mut asked_for = 0;
    // Before the end, in the grace, after it, and with the next licence.
    for (version, features, grace) in [(6, &ALL[..], &[][..]), (7, &[], &ALL[..]), (8, &[], &[]), (9, &ALL[..], &[])] {
        let (features, grace_features) = (names(features), names(grace));
        let numbers = Some(proto::vestibule::events::v1::LicenseNumbers { sip: Some(0), mobile_app: Some(0), ukey2: Some(0) });
        let limits = Some(LicenseLimits { project: numbers, grace: numbers, ..Default::default() });
        let license = LicenseChanged { project_id: PROJECT, version, features, grace_features, limits };
        site.deliver("licensing.license.changed", &license).await;
        let shut = before.len() - opening().await.iter().filter(|id| before.contains(id)).count();
        assert_eq!(shut, 0, "version {version}");
        for id in &before {
            assert_eq!(site.decided(*id, DOOR_1).await, (true, "granted_by".into()), "version {version}");
            asked_for += 1;
        }
        for (kind, number) in [("card", "1000000"), ("card", "1000001"), ("access_code", "123456"), ("qr", values[3].1)] {
            assert_eq!(asked(&site, kind, number).await, Some(1), "a door that asks about {kind} {number}, version {version}");
            asked_for += 1;
        }
    }
    println!("{asked_for} openings by cards, codes and owners' QR before the end, in the grace, after it and with the next licence: 0 doors shut");
}

/// The lock that the first door opens after it has asked.
async fn asked(site: &Site, kind: &str, number: &str) -> Option<i32> {
    let question = CheckIdentifierRequest { project_id: PROJECT, device_id: DOOR_1, r#type: kind.into(), number: number.into() };
    let gateway = testing::service(PROJECT, "device-gateway");
    site.remote.check_identifier(site.by(&gateway, question)).await.expect("an answer").into_inner().lock_number
}

#[tokio::test]
async fn plates_and_guests_go_on_through_the_grace_then_end_and_come_back_with_the_next_licence() {
    let site = Site::start().await;
    let mut device = door(PROJECT, DOOR_1, BUILDING_1, 2);
    device.identifier_types.push("license_plate".into());
    site.deliver("device.device.changed", &device).await;
    license(&site, 5, None).await;
    let create = async |kind: IdentifierType, owner_type: OwnerType, value: &str| {
        let identifier = Identifier { r#type: kind.into(), owner_type: owner_type.into(), value: value.into(), ..card(ANNA, "1") };
        let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(identifier) });
        site.identifiers.create_identifier(request).await.map(|made| made.into_inner().id)
    };
    let own = create(IdentifierType::Card, OwnerType::Owner, "1000000").await.expect("a card");
    let plate = create(IdentifierType::LicensePlate, OwnerType::Owner, "A123BC").await.expect("a plate");
    let guest = create(IdentifierType::Card, OwnerType::Guest, "2000000").await.expect("a guest's card");
    let identifiers = [own, plate, guest].map(reference).to_vec();
    site.rule(AccessRule { name: "lets".into(), devices: vec![lock(DOOR_1)], identifiers, ..Default::default() }).await;
    for (version, is_licensed, is_in_grace, opens) in LICENSE_STATES {
        deliver_state(&site, version, is_licensed, is_in_grace, &ALL).await;
        let held: Vec<i64> = site.desired(DOOR_1).await.iter().map(|item| item.id).collect();
        for id in [plate, guest] {
            let expected = (opens, if opens { "granted_by" } else { "unlicensed" }.to_owned());
            assert_eq!((held.contains(&id), site.decided(id, DOOR_1).await), (opens, expected), "version {version}");
        }
        assert_eq!((held.contains(&own), site.decided(own, DOOR_1).await.0), (true, true), "version {version}");
        assert_eq!((asked(&site, "card", "2000000").await.is_some(), asked(&site, "card", "1000000").await), (opens, Some(1)), "version {version}");
        if !is_licensed {
            assert!(refused(create(IdentifierType::LicensePlate, OwnerType::Owner, "B234CD").await), "nothing new, version {version}");
        }
    }
}

#[tokio::test]
async fn plates_faces_and_guests_of_a_group_go_on_through_the_grace_after_its_period_then_end_and_come_back() {
    let site = Site::start().await;
    let mut device = door(PROJECT, DOOR_1, BUILDING_1, 2);
    device.identifier_types.push("license_plate".into());
    site.deliver("device.device.changed", &device).await;
    license(&site, 5, None).await;
    let create = async |owner: i64, kind: IdentifierType, owner_type: OwnerType, value: &str| {
        let identifier = Identifier { r#type: kind.into(), owner_type: owner_type.into(), value: value.into(), ..card(owner, "1") };
        let request = site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(identifier) });
        site.identifiers.create_identifier(request).await.map(|made| made.into_inner().id)
    };
    let own = create(ANNA, IdentifierType::Card, OwnerType::Owner, "1000000").await.expect("a card");
    let code = create(ANNA, IdentifierType::AccessCode, OwnerType::Owner, "123456").await.expect("a code");
    let plate = create(ANNA, IdentifierType::LicensePlate, OwnerType::Owner, "A123BC").await.expect("a plate");
    let guest = create(ANNA, IdentifierType::Card, OwnerType::Guest, "2000000").await.expect("a guest's card");
    let of_other_group = create(BORIS, IdentifierType::LicensePlate, OwnerType::Owner, "B123BC").await.expect("a plate");
    let identifiers = [own, code, plate, guest, of_other_group].map(reference).to_vec();
    site.rule(AccessRule { name: "lets".into(), devices: vec![lock(DOOR_1)], identifiers, ..Default::default() }).await;
    for (version, is_open, is_off, opens) in PERIOD_STATES {
        site.clear_outbox().await;
        deliver_period(&site, version, is_open, is_off).await;
        assert!(site.changed_lists().await.contains(&DOOR_1), "devices follow, version {version}");
        let held: Vec<i64> = site.desired(DOOR_1).await.iter().map(|item| item.id).collect();
        for id in [plate, guest] {
            let expected = (opens, if opens { "granted_by" } else { "unlicensed" }.to_owned());
            assert_eq!((held.contains(&id), site.decided(id, DOOR_1).await), (opens, expected), "version {version}");
        }
        for id in [own, code, of_other_group] {
            assert_eq!((held.contains(&id), site.decided(id, DOOR_1).await.0), (true, true), "version {version}");
        }
        assert_eq!((asked(&site, "card", "2000000").await.is_some(), asked(&site, "card", "1000000").await), (opens, Some(1)), "version {version}");
        if !is_open {
            for (kind, value) in [(IdentifierType::LicensePlate, "C234CD"), (IdentifierType::Face, "")] {
                assert!(refused(create(ANNA, kind, OwnerType::Owner, value).await), "nothing new, version {version}");
            }
            create(BORIS, IdentifierType::LicensePlate, OwnerType::Owner, &format!("D{version}5EF")).await.expect("another group has it");
        }
    }
    // Somebody of another group besides has what that one has.
    deliver_period(&site, 25, false, true).await;
    let both = proto::vestibule::events::v1::UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, ANNA, BUILDING_1, 9) };
    site.deliver("identity.user.changed", &both).await;
    assert_eq!(site.decided(plate, DOOR_1).await, (true, "granted_by".into()));
}

#[tokio::test]
async fn a_table_gives_plates_to_those_only_who_have_the_feature() {
    let site = Site::start().await;
    license(&site, 5, Some((BUILDING_1, &["sip"]))).await;
    let plates = |owner| format!("{HEADING}Car,license_plate,A123BC,{owner},,,,,,\nVan,license_plate,B234CD,{BORIS},,,,,,\n");
    let table = plates(ANNA);
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &table).await.unwrap();
    let errors: Vec<_> = attempted.errors.iter().map(|error| (error.field.as_str(), error.message.as_str())).collect();
    assert_eq!((errors, attempted.created), (vec![("type", "feature is not licensed")], 1), "Boris is of another building");
    assert!(carry_out(&site, &site.admin(), ImportAction::Skip, &attempted.filepath).await.is_err());
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &plates(BORIS)).await.unwrap();
    assert_eq!(carry_out(&site, &site.admin(), ImportAction::Skip, &attempted.filepath).await.unwrap(), (2, 0, 0));
    // What is there is skipped, and given to nobody without the feature.
    for (action, expected) in [(ImportAction::Replace, None), (ImportAction::Skip, Some((0, 0, 2)))] {
        let attempted = attempt(&site, &site.admin(), CardReading::Dec, &table).await.unwrap();
        assert_eq!((attempted.errors_count, attempted.duplicates_count), (0, 2));
        assert_eq!(carry_out(&site, &site.admin(), action, &attempted.filepath).await.ok(), expected);
    }
}

#[tokio::test]
async fn a_panel_brings_plates_and_guests_only_where_its_group_has_the_feature() {
    let site = Site::start().await;
    let mut device = door(PROJECT, DOOR_1, BUILDING_1, 2);
    device.identifier_types.push("license_plate".into());
    site.deliver("device.device.changed", &device).await;
    let held = |number: u128, kind: &str, value: &str, is_guest| DesiredIdentifier {
        link_id: uuid::Uuid::from_u128(number).to_string(),
        r#type: kind.into(),
        number: value.into(),
        owner_name: value.into(),
        locks: vec![1],
        is_guest,
        ..Default::default()
    };
    let list = vec![held(1, "license_plate", "A123BC", false), held(2, "card", "0000000002", true), held(3, "card", "0000000003", false)];
    let states = async || {
        let plan = adopt(&site, &site.admin(), DOOR_1, (list.clone(), vec![]), "").await.expect("a plan");
        let of_identifiers = plan.items.into_iter().filter(|item| item.kind() == AdoptedKind::Identifier);
        let mut states: Vec<_> = of_identifiers.map(|item| (item.name.clone(), item.reason)).collect();
        states.sort();
        states
    };
    let expected = |reason: &str| {
        [("0000000002", reason), ("0000000003", ""), ("A123BC", reason)].map(|(name, reason)| (name.to_owned(), reason.to_owned())).to_vec()
    };
    license(&site, 5, Some((BUILDING_1, &["sip"]))).await;
    assert_eq!(states().await, expected("not_licensed"));
    license(&site, 6, None).await;
    assert_eq!(states().await, expected(""));
}

#[tokio::test]
async fn identifiers_of_guests_are_made_and_become_such_with_the_feature_of_guests() {
    let site = Site::start().await;
    let licensed = |version, features: &[&str]| LicenseChanged { project_id: PROJECT, version, features: names(features), ..Default::default() };
    let create = async |owner_type: OwnerType, value: &str| {
        let identifier = Identifier { owner_type: owner_type.into(), ..card(ANNA, value) };
        site.identifiers.create_identifier(site.by(&site.admin(), CreateIdentifierRequest { identifier: Some(identifier) })).await
    };
    let change = async |id: i64, identifier: Identifier, path: &str| {
        let request = UpdateIdentifierRequest { id, identifier: Some(identifier), update_mask: mask(&[path]) };
        site.identifiers.update_identifier(site.by(&site.admin(), request)).await
    };
    let guests = create(OwnerType::Guest, "1000000").await.expect("with the feature").into_inner().id;
    site.deliver("licensing.license.changed", &licensed(5, &["face_id"])).await;
    assert!(refused(create(OwnerType::Guest, "1000001").await));
    let own = create(OwnerType::Owner, "1000002").await.expect("a card").into_inner().id;
    let to_guest = || Identifier { owner_type: OwnerType::Guest.into(), ..Default::default() };
    assert!(refused(change(own, to_guest(), "owner_type").await));
    assert!(refused(change(guests, Identifier { owner: Some(reference(BORIS)), ..Default::default() }, "owner").await), "given to somebody else");
    change(guests, Identifier { name: "Cleaner".into(), ..Default::default() }, "name").await.expect("what exists may be changed");
    change(guests, Identifier { owner_type: OwnerType::Owner.into(), ..Default::default() }, "owner_type").await.expect("and be the owner's");
    site.deliver("licensing.license.changed", &licensed(6, &["identifier.guest"])).await;
    switch_off(&site, ANNA, 1, &["identifier.guest"]).await;
    assert!(refused(change(own, to_guest(), "owner_type").await), "not the user");
    switch_off(&site, ANNA, 2, &[]).await;
    change(own, to_guest(), "owner_type").await.expect("with the feature");
}

#[tokio::test]
async fn plates_without_an_owner_go_by_the_licence_of_their_group_else_by_that_of_who_makes_them() {
    use policy::Permission;
    let site = Site::start().await;
    let mut device = door(PROJECT, DOOR_1, BUILDING_1, 2);
    device.identifier_types.push("license_plate".into());
    site.deliver("device.device.changed", &device).await;
    let role = [Permission::CanImportIdentifiers, Permission::CanCreateIdentifier, Permission::CanViewUsers];
    let of = |group: i64| testing::someone(PROJECT, group, role, &[group]);
    let create = async |caller: &policy::Caller, value: &str| {
        let identifier = Identifier { r#type: IdentifierType::LicensePlate.into(), owner: None, ..card(ANNA, value) };
        site.identifiers.create_identifier(site.by(caller, CreateIdentifierRequest { identifier: Some(identifier) })).await
    };
    license(&site, 5, Some((BUILDING_1, &["sip"]))).await;
    assert!(refused(create(&of(BUILDING_1), "A123BC").await));
    create(&of(BUILDING_2), "A123BC").await.expect("another group has it");
    create(&site.admin(), "B123BC").await.expect("the project has it");
    let table = format!("{HEADING}Van,license_plate,C123BC,,group 10 / group 11,,,,,\nVan,license_plate,D123BC,,group 10 / group 12,,,,,\n");
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &table).await.unwrap();
    let errors: Vec<_> = attempted.errors.iter().map(|error| (error.index, error.message.as_str())).collect();
    assert_eq!((errors, attempted.created), (vec![(0, "feature is not licensed")], 1));
    let without_group = format!("{HEADING}Van,license_plate,E123BC,,,,,,,\n");
    assert_eq!(attempt(&site, &of(BUILDING_1), CardReading::Dec, &without_group).await.unwrap().errors_count, 1);
    assert_eq!(attempt(&site, &of(BUILDING_2), CardReading::Dec, &without_group).await.unwrap().errors_count, 0);

    license(&site, 6, None).await;
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &table).await.unwrap();
    assert_eq!(carry_out(&site, &site.admin(), ImportAction::Skip, &attempted.filepath).await.unwrap(), (2, 0, 0));
    let request = ListIdentifiersRequest { sort: "value".into(), size: 50, ..Default::default() };
    let listed = site.identifiers.list_identifiers(site.by(&site.admin(), request)).await.unwrap().into_inner().items;
    let id_of = |value: &str| listed.iter().find(|found| found.value == value).unwrap().id;
    let (of_group, of_other, of_none) = (id_of("C123BC"), id_of("D123BC"), id_of("B123BC"));
    let identifiers = [of_group, of_other, of_none].map(reference).to_vec();
    site.rule(AccessRule { name: "lets".into(), devices: vec![lock(DOOR_1)], identifiers, ..Default::default() }).await;
    for (version, is_open, is_off, opens) in PERIOD_STATES {
        deliver_period(&site, version, is_open, is_off).await;
        let expected = (opens, if opens { "granted_by" } else { "unlicensed" }.to_owned());
        assert_eq!(site.decided(of_group, DOOR_1).await, expected, "version {version}");
        for other in [of_other, of_none] {
            assert!(site.decided(other, DOOR_1).await.0, "version {version}");
        }
        let held: Vec<i64> = site.desired(DOOR_1).await.iter().map(|item| item.id).collect();
        assert_eq!(held.contains(&of_group), opens, "version {version}");
    }
}
