//! Filters of lists by what rows name and the caller does not see: they would tell which rows name it.
use access::rpc::access_matrix::AccessMatrixService;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::access_matrix_server::AccessMatrix;
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::elevator_access_rules_server::ElevatorAccessRules;
use proto::vestibule::access::v1::elevators_server::Elevators;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::time_rules_server::TimeRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::ExportFormat;
use proto::vestibule::events::v1::UserChanged;
use testing::PROJECT;
use tonic::Status;

use crate::elevator::{self, LIFT_1, LIFT_2, elevator, site_with_lifts};
use crate::elevator_access_rule;
use crate::site::*;

/// Is in no project.
const NOTHING: i64 = 999;

fn manager_of(group: i64) -> Caller {
    testing::group_administrator(PROJECT, 7, &[group])
}

fn equals(field: &str, value: i64) -> String {
    format!(r#"{{"match":"match_all","items":[{{"field":"{field}","rule":"equals","value":{value}}}]}}"#)
}

fn assert_refused<T: std::fmt::Debug>(answer: Result<T, Status>, asked: &str) -> Status {
    let refused = answer.expect_err(asked);
    assert_eq!(refused.message(), "invalid related entity sent", "{asked}");
    refused
}

/// An answer tells no more of `hidden` than of what is not there.
fn assert_same_refusal<T: std::fmt::Debug>(hidden: Result<T, Status>, id: i64, missing: Result<T, Status>, asked: &str) {
    let names = |status: Status, id: i64| refusal(&status)["data"]["names"].to_string().replace(&id.to_string(), "");
    assert_eq!(names(assert_refused(hidden, asked), id), names(assert_refused(missing, asked), NOTHING), "{asked}");
}

async fn rules(site: &Site, caller: &Caller, filters: &str) -> Result<Vec<i64>, Status> {
    let request = ListAccessRulesRequest { filters: filters.into(), ..Default::default() };
    let listed = site.access_rules.list_access_rules(site.by(caller, request)).await?.into_inner();
    Ok(listed.items.into_iter().map(|rule| rule.id).collect())
}

async fn identifiers(site: &Site, caller: &Caller, filters: &str) -> Result<Vec<i64>, Status> {
    let request = ListIdentifiersRequest { filters: filters.into(), ..Default::default() };
    let listed = site.identifiers.list_identifiers(site.by(caller, request)).await?.into_inner();
    Ok(listed.items.into_iter().map(|item| item.id).collect())
}

/// A rule of both buildings, of which a manager of building 1 sees a half; its identifiers are those of Anna and of Boris.
async fn rule_of_both_buildings(site: &Site) -> (i64, [i64; 2]) {
    let cards = [site.card(ANNA, "77").await.id, site.card(BORIS, "78").await.id];
    let rule = AccessRule {
        devices: vec![lock(DOOR_1), lock(DOOR_2)],
        users: vec![reference(ANNA), reference(BORIS)],
        domains: vec![reference(BUILDING_1), reference(BUILDING_2)],
        identifiers: cards.map(reference).to_vec(),
        ..lets(ANNA, DOOR_1)
    };
    (site.rule(rule).await.id, cards)
}

#[tokio::test]
async fn a_rule_is_not_found_by_what_it_names_beyond_the_callers_sight() {
    let site = Site::start().await;
    let (rule, [annas, boriss]) = rule_of_both_buildings(&site).await;
    let manager = manager_of(BUILDING_1);
    let pairs = [
        ("device_id", DOOR_1, DOOR_2),
        ("user_id", ANNA, BORIS),
        ("domain_id", BUILDING_1, BUILDING_2),
        ("within_domain_id", BUILDING_1, BUILDING_2),
        ("identifier_id", annas, boriss),
    ];
    for (field, seen, hidden) in pairs {
        assert_eq!(rules(&site, &manager, &equals(field, seen)).await.unwrap(), [rule], "{field}");
        let missing = rules(&site, &manager, &equals(field, NOTHING)).await;
        assert_same_refusal(rules(&site, &manager, &equals(field, hidden)).await, hidden, missing, field);
        assert_eq!(rules(&site, &site.admin(), &equals(field, hidden)).await.unwrap(), [rule], "{field}");
        assert_eq!(rules(&site, &site.admin(), &equals(field, NOTHING)).await.unwrap(), [0; 0], "{field}");
    }
    assert_refused(rules(&site, &manager, &equals("within_domain_id", RESIDENCE)).await, "a group above");
    assert_refused(rules(&site, &manager, &equals("time_rule_id", NOTHING)).await, "a schedule");
}

#[tokio::test]
async fn no_form_of_a_filter_finds_what_the_caller_does_not_see() {
    let site = Site::start().await;
    let (rule, _) = rule_of_both_buildings(&site).await;
    let manager = manager_of(BUILDING_1);
    let boris = format!(r#"{{"field":"user_id","rule":"equals","value":{BORIS}}}"#);
    let name = r#"{"field":"name","rule":"equals","value":"none"}"#;
    for filters in [
        format!("[{boris}]"),
        boris.clone(),
        boris.replace("equals", "has"),
        boris.replace("equals", "is"),
        boris.replace(&BORIS.to_string(), &format!("[{ANNA},{BORIS}]")),
        format!(r#"{{"match":"match_any","items":[{name},{boris}]}}"#),
        format!(r#"{{"items":[{{"match":"match_any","items":[[{name}],[[{boris}]]]}}]}}"#),
        format!(r#"{{"items":[{boris}],"field":"user_id","rule":"equals","value":{ANNA}}}"#),
    ] {
        assert_refused(rules(&site, &manager, &filters).await, &filters);
        assert_eq!(rules(&site, &site.admin(), &filters).await.unwrap(), [rule], "{filters}");
    }
    let unequal = rules(&site, &manager, &format!("[{}]", boris.replace("equals", "not_equals"))).await;
    assert_refused(unequal, "not_equals");
    let both = boris.replace(&BORIS.to_string(), &format!("[{ANNA}]"));
    assert_eq!(rules(&site, &manager, &format!(r#"{{"match":"match_any","items":[{name},{both}]}}"#)).await.unwrap(), [rule]);
    let malformed = rules(&site, &manager, "[").await.unwrap_err();
    assert_eq!(refused_fields(&malformed), ["filters"]);
}

#[tokio::test]
async fn a_schedule_is_not_found_by_a_rule_that_the_caller_does_not_see() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await.id;
    let with_hours = |rule: AccessRule| AccessRule { time_rules: vec![reference(hours)], ..rule };
    let here = site.rule(with_hours(lets(ANNA, DOOR_1))).await.id;
    let there = site.rule(with_hours(AccessRule { name: "there".into(), ..lets(BORIS, DOOR_2) })).await.id;
    let found = async |caller: &Caller, rule: i64| {
        let request = ListTimeRulesRequest { filters: equals("access_rule_id", rule), ..Default::default() };
        let listed = site.time_rules.list_time_rules(site.by(caller, request)).await?.into_inner();
        Ok::<_, Status>(listed.items.into_iter().map(|item| item.id).collect::<Vec<_>>())
    };
    let manager = manager_of(BUILDING_1);
    assert_eq!(found(&manager, here).await.unwrap(), [hours]);
    assert_same_refusal(found(&manager, there).await, there, found(&manager, NOTHING).await, "access_rule_id");
    assert_eq!(found(&site.admin(), there).await.unwrap(), [hours]);
}

#[tokio::test]
async fn elevators_and_their_rules_are_not_found_by_what_the_caller_does_not_see() {
    let site = site_with_lifts().await;
    let north = elevator::create(&site, elevator(BUILDING_1, &[LIFT_1])).await.id;
    let south = elevator::create(&site, elevator(BUILDING_2, &[LIFT_2])).await.id;
    let both = elevator_access_rule::create(&site, &[ANNA, BORIS], &[(north, &[3]), (south, &[2])]).await.id;
    let hidden_rule = elevator_access_rule::create(&site, &[BORIS], &[(south, &[2])]).await.id;
    let rules = async |caller: &Caller, field: &str, value: i64| {
        let request = ListElevatorAccessRulesRequest { filters: equals(field, value), ..Default::default() };
        let listed = site.elevator_rules.list_elevator_access_rules(site.by(caller, request)).await?.into_inner();
        Ok::<_, Status>(listed.items.into_iter().map(|item| item.id).collect::<Vec<_>>())
    };
    let manager = elevator::manager(&[BUILDING_1]);
    for (field, seen, hidden) in [("user_id", ANNA, BORIS), ("elevator_id", north, south), ("within_domain_id", BUILDING_1, BUILDING_2)] {
        assert_eq!(rules(&manager, field, seen).await.unwrap(), [both], "{field}");
        assert_same_refusal(rules(&manager, field, hidden).await, hidden, rules(&manager, field, NOTHING).await, field);
    }
    let of_rules = testing::someone(PROJECT, 8, [Permission::CanViewElevatorAccessRules], &[BUILDING_1]);
    assert_refused(rules(&of_rules, "within_domain_id", BUILDING_1).await, "whoever sees no elevator learns of none");
    let elevators = async |field: &str, value: i64| {
        let request = ListElevatorsRequest { filters: equals(field, value), ..Default::default() };
        let listed = site.elevators.list_elevators(site.by(&manager, request)).await?.into_inner();
        Ok::<_, Status>(listed.items.into_iter().map(|item| item.id).collect::<Vec<_>>())
    };
    assert_eq!(elevators("elevator_access_rule_id", both).await.unwrap(), [north]);
    assert_eq!(elevators("within_domain_id", BUILDING_1).await.unwrap(), [north]);
    assert_refused(elevators("elevator_access_rule_id", hidden_rule).await, "a rule");
    assert_refused(elevators("within_domain_id", RESIDENCE).await, "a group above");
}

/// Clara, in both buildings, whose identifier has the group of building 1.
async fn card_of_both_buildings(site: &Site) -> i64 {
    let both = UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, CLARA, BUILDING_1, 1) };
    site.deliver("identity.user.changed", &both).await;
    site.card(CLARA, "79").await.id
}

#[tokio::test]
async fn an_identifier_is_found_by_the_group_in_which_it_is_shown_and_by_none_beyond_sight() {
    let site = Site::start().await;
    let card = card_of_both_buildings(&site).await;
    let manager = manager_of(BUILDING_2);
    for field in ["domain_id", "within_domain_id"] {
        assert_eq!(identifiers(&site, &manager, &equals(field, BUILDING_2)).await.unwrap(), [card], "{field}");
        let missing = identifiers(&site, &manager, &equals(field, NOTHING)).await;
        assert_same_refusal(identifiers(&site, &manager, &equals(field, BUILDING_1)).await, BUILDING_1, missing, field);
        assert_refused(identifiers(&site, &manager, &equals(field, RESIDENCE)).await, field);
        assert_eq!(identifiers(&site, &site.admin(), &equals(field, BUILDING_1)).await.unwrap(), [card], "{field}");
        assert_eq!(identifiers(&site, &site.admin(), &equals(field, BUILDING_2)).await.unwrap(), [0; 0], "{field}");
    }
    for rule in ["above", "below", "not_equals"] {
        let filters = equals("domain_id", BUILDING_2).replace("equals", rule);
        let refused = identifiers(&site, &manager, &filters).await.unwrap_err();
        assert_eq!(refused_fields(&refused), ["filters.domain_id"], "{rule} would tell that it has another group");
    }
}

#[tokio::test]
async fn an_export_of_identifiers_takes_no_filter_that_their_list_refuses() {
    let site = Site::start().await;
    card_of_both_buildings(&site).await;
    let role = [Permission::CanExportIdentifiers, Permission::CanEditIdentifier, Permission::CanViewUsers];
    let manager = testing::someone(PROJECT, 7, role, &[BUILDING_2]);
    let exported = async |group: i64| {
        let request = ExportIdentifiersRequest { export_format: ExportFormat::Csv.into(), filters: equals("domain_id", group), ..Default::default() };
        site.identifiers.export_identifiers(site.by(&manager, request)).await.map(|_| ())
    };
    assert_refused(exported(BUILDING_1).await, "a group beyond sight");
    exported(BUILDING_2).await.expect("their own group");
}

#[tokio::test]
async fn the_matrix_does_not_tell_in_which_other_groups_its_users_and_devices_are() {
    let site = Site::start().await;
    card_of_both_buildings(&site).await;
    let manager = manager_of(BUILDING_2);
    let matrix = AccessMatrixService(access::app::App::new(&site.app.context));
    let users = async |request: GetAccessMatrixRequest| {
        let page = matrix.get_access_matrix(site.by(&manager, request)).await?.into_inner();
        Ok::<_, Status>(page.items.into_iter().filter_map(|row| row.user).map(|user| user.id).collect::<Vec<_>>())
    };
    let by = |field: &str, group: i64| GetAccessMatrixRequest { filters: equals(field, group), ..Default::default() };
    for field in ["domain_id", "within_domain_id"] {
        assert!(users(by(field, BUILDING_2)).await.unwrap().contains(&CLARA), "{field}");
        assert_refused(users(by(field, BUILDING_1)).await, field);
    }
    let of_devices = |group: i64| GetAccessMatrixRequest { device_domain_id: Some(group), ..Default::default() };
    assert_refused(users(of_devices(RESIDENCE)).await, "device_domain_id");
    users(of_devices(BUILDING_2)).await.expect("their own group");
}
