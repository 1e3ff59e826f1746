//! Rules that give floors of elevators.
use policy::Caller;
use prost::Message;
use proto::vestibule::access::v1::elevator_access_rules_server::ElevatorAccessRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::{Code, Status};

use crate::elevator::{self, LIFT_1, LIFT_2, floor, lift, manager, public, site_with_lifts};
use crate::site::*;

fn rule(users: &[i64], elevators: &[(i64, &[i32])]) -> ElevatorAccessRule {
    let floors = |floors: &[i32]| floors.iter().map(|floor| RuleFloor { floor: *floor, ..Default::default() }).collect();
    ElevatorAccessRule {
        name: "Cleaners".into(),
        users: users.iter().map(|id| reference(*id)).collect(),
        elevators: elevators.iter().map(|(id, named)| RuleElevator { id: *id, floors: floors(named), ..Default::default() }).collect(),
        ..Default::default()
    }
}

async fn try_create(site: &Site, caller: &Caller, rule: ElevatorAccessRule) -> Result<ElevatorAccessRule, Status> {
    let request = site.by(caller, CreateElevatorAccessRuleRequest { elevator_access_rule: Some(rule) });
    Ok(site.elevator_rules.create_elevator_access_rule(request).await?.into_inner())
}

pub async fn create(site: &Site, users: &[i64], elevators: &[(i64, &[i32])]) -> ElevatorAccessRule {
    try_create(site, &site.admin(), rule(users, elevators)).await.expect("a rule")
}

async fn update(site: &Site, caller: &Caller, id: i64, rule: ElevatorAccessRule, paths: &[&str]) -> Result<ElevatorAccessRule, Status> {
    let request = UpdateElevatorAccessRuleRequest { id, elevator_access_rule: Some(rule), update_mask: mask(paths), whole: false };
    Ok(site.elevator_rules.update_elevator_access_rule(site.by(caller, request)).await?.into_inner())
}

async fn get(site: &Site, caller: &Caller, id: i64) -> Result<ElevatorAccessRule, Status> {
    let request = GetElevatorAccessRuleRequest { id, ..Default::default() };
    Ok(site.elevator_rules.get_elevator_access_rule(site.by(caller, request)).await?.into_inner())
}

fn given(rule: &ElevatorAccessRule) -> Vec<(i64, Vec<(i32, bool)>)> {
    let floors = |elevator: &RuleElevator| elevator.floors.iter().map(|floor| (floor.floor, floor.is_missing)).collect();
    rule.elevators.iter().map(|elevator| (elevator.id, floors(elevator))).collect()
}

#[tokio::test]
async fn every_field_that_a_patch_names_is_stored_answered_and_recorded() {
    let site = site_with_lifts().await;
    let north = elevator::create(&site, elevator::elevator(BUILDING_1, &[LIFT_1])).await.id;
    let made = create(&site, &[ANNA], &[(north, &[5, 3, 5]), (999, &[])]).await;
    assert_eq!(given(&made), [(north, vec![(3, false), (5, false)])], "an elevator without floors is dropped");
    let named: Vec<_> = made.elevators[0].available_floors.iter().map(|floor| (floor.floor, floor.name.as_str())).collect();
    assert_eq!(named, [(3, "Floor 3"), (5, "Floor 5")]);
    site.clear_outbox().await;
    let change = ElevatorAccessRule { name: "Guards".into(), description: Some("At night".into()), ..rule(&[BORIS], &[(north, &[5])]) };
    update(&site, &site.admin(), made.id, change.clone(), &["description"]).await.unwrap();
    let found = get(&site, &site.admin(), made.id).await.unwrap();
    assert_eq!((found.name.as_str(), found.description.as_deref(), given(&found)), ("Cleaners", Some("At night"), given(&made)));
    update(&site, &site.admin(), made.id, change, &["name", "users", "elevators"]).await.unwrap();
    let found = get(&site, &site.admin(), made.id).await.unwrap();
    assert_eq!((found.name.as_str(), found.users[0].id, given(&found)), ("Guards", BORIS, vec![(north, vec![(5, false)])]));
    let recorded = site.app.events().await.into_iter().filter(|(topic, _)| topic == "audit.recorded");
    let recorded: Vec<AuditRecorded> = recorded.map(|(_, payload)| AuditRecorded::decode(payload.as_slice()).unwrap()).collect();
    assert!(recorded[0].after.contains("At night"));
    assert!(recorded[1].before.contains("Cleaners") && recorded[1].after.contains("Guards"));
    let filters = serde_json::json!([{"field": "elevator_id", "rule": "equals", "value": north}]).to_string();
    let request = site.by(&site.admin(), ListElevatorAccessRulesRequest { filters, ..Default::default() });
    let listed = site.elevator_rules.list_elevator_access_rules(request).await.unwrap().into_inner();
    assert_eq!(listed.items.iter().map(|rule| rule.id).collect::<Vec<_>>(), [made.id]);
}

#[tokio::test]
async fn a_rule_needs_a_user_an_elevator_and_a_floor_that_is_not_public() {
    let site = site_with_lifts().await;
    let north = elevator::create(&site, elevator::elevator(BUILDING_1, &[LIFT_1])).await.id;
    let refused = try_create(&site, &site.admin(), rule(&[], &[(north, &[])])).await.unwrap_err();
    assert_eq!(refused_fields(&refused), ["elevators", "users"]);
    for wrong in [rule(&[ANNA], &[(north, &[1])]), rule(&[ANNA], &[(north, &[4])]), rule(&[FOREIGN_USER], &[(north, &[3])])] {
        assert_eq!(try_create(&site, &site.admin(), wrong).await.unwrap_err().message(), "invalid related entity sent");
    }
}

#[tokio::test]
async fn a_floor_that_vanishes_from_a_map_stays_in_rules_and_comes_back() {
    let site = site_with_lifts().await;
    let north = elevator::create(&site, elevator::elevator(BUILDING_1, &[LIFT_1])).await.id;
    let made = create(&site, &[BORIS], &[(north, &[3, 5])]).await;
    site.deliver("device.device.changed", &lift(PROJECT, LIFT_1, BUILDING_1, 2, &[public(1), floor(3, &[])])).await;
    assert_eq!(given(&get(&site, &site.admin(), made.id).await.unwrap()), [(north, vec![(3, false), (5, true)])]);
    update(&site, &site.admin(), made.id, rule(&[BORIS], &[(north, &[3, 5])]), &["name", "elevators"])
        .await
        .expect("a slip in the map erases no right");
    let boris = testing::someone(PROJECT, BORIS, [policy::Permission::CanViewElevators], &[BUILDING_1]);
    assert_eq!(elevator::floors(&site, &boris, north, "").await.unwrap(), [(1, true), (3, true)]);
    site.deliver("device.device.changed", &lift(PROJECT, LIFT_1, BUILDING_1, 3, &[public(1), floor(5, &[])])).await;
    assert_eq!(elevator::floors(&site, &boris, north, "").await.unwrap(), [(1, true), (5, true)]);
}

#[tokio::test]
async fn nobody_changes_a_rule_about_elevators_beyond_their_reach() {
    let site = site_with_lifts().await;
    let north = elevator::create(&site, elevator::elevator(BUILDING_1, &[LIFT_1])).await.id;
    let south = elevator::create(&site, elevator::elevator(BUILDING_2, &[LIFT_2])).await.id;
    let both = create(&site, &[ANNA, BORIS], &[(north, &[5]), (south, &[2])]).await;
    let of_one = manager(&[BUILDING_1]);
    let seen = get(&site, &of_one, both.id).await.expect("it is about an elevator of theirs");
    assert_eq!((given(&seen), seen.users.iter().map(|user| user.id).collect::<Vec<_>>()), (vec![(north, vec![(5, false)])], vec![ANNA]));
    let change = rule(&[ANNA], &[(north, &[3])]);
    assert_eq!(update(&site, &of_one, both.id, change.clone(), &["elevators"]).await.unwrap_err().code(), Code::PermissionDenied);
    let request = site.by(&of_one, DeleteElevatorAccessRuleRequest { id: both.id });
    assert_eq!(site.elevator_rules.delete_elevator_access_rule(request).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(try_create(&site, &of_one, rule(&[ANNA], &[(south, &[2])])).await.unwrap_err().message(), "invalid related entity sent");
    assert_eq!(try_create(&site, &of_one, rule(&[BORIS], &[(north, &[3])])).await.unwrap_err().message(), "invalid related entity sent");
    // Of a rule about their own elevator they change what they see: Boris, whom they do not, stays.
    let own = create(&site, &[ANNA, BORIS], &[(north, &[5])]).await;
    update(&site, &of_one, own.id, ElevatorAccessRule { users: vec![reference(ANNA)], ..change.clone() }, &["users", "elevators"]).await.unwrap();
    let after = get(&site, &site.admin(), own.id).await.unwrap();
    assert_eq!((given(&after), after.users.iter().map(|user| user.id).collect::<Vec<_>>()), (vec![(north, vec![(3, false)])], vec![ANNA, BORIS]));
    // Who sees all rules, and not all elevators, changes none of those either.
    use policy::Permission::{CanEditElevatorAccessRule, CanViewAllElevatorAccessRules};
    let of_rules = testing::someone(PROJECT, 8, [CanViewAllElevatorAccessRules, CanEditElevatorAccessRule], &[]);
    assert_eq!(update(&site, &of_rules, own.id, change, &["name"]).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(get(&site, &testing::administrator(OTHER_PROJECT), own.id).await.unwrap_err().code(), Code::NotFound);
}
