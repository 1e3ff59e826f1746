//! Names of groups, rules and schedules that a caller does not see.
use access::rpc::guest_key::GuestKeysService;
use access::rpc::visible_entity::VisibleEntitiesService;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::access_checks_server::AccessChecks;
use proto::vestibule::access::v1::elevators_server::Elevators;
use proto::vestibule::access::v1::guest_keys_server::GuestKeys;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::visible_entities_server::VisibleEntities;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{ExportFormat, Ref};
use proto::vestibule::events::v1::UserChanged;
use testing::PROJECT;
use tokio_stream::StreamExt;
use tonic::Code;

use crate::elevator::{LIFT_1, elevator, site_with_lifts};
use crate::guest_key::{anna, give, key, shareable, start};
use crate::identifier_import::{attempt, carry_out};
use crate::site::*;

fn manager_of(group: i64) -> Caller {
    testing::group_administrator(PROJECT, 7, &[group])
}

async fn put_in_both_buildings(site: &Site, person: i64, version: i64) {
    let both = UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..user(PROJECT, person, BUILDING_1, version) };
    site.deliver("identity.user.changed", &both).await;
}

async fn found(site: &Site, caller: &Caller, id: i64) -> Identifier {
    let request = GetIdentifierRequest { id, ..Default::default() };
    site.identifiers.get_identifier(site.by(caller, request)).await.expect("an identifier").into_inner()
}

fn named(id: i64, name: &str) -> Option<Ref> {
    Some(Ref { id, name: name.into() })
}

#[tokio::test]
async fn an_identifier_shows_the_lowest_group_of_its_owner_that_the_caller_sees() {
    let site = Site::start().await;
    put_in_both_buildings(&site, CLARA, 1).await;
    let card = site.card(CLARA, "79").await;
    assert_eq!(card.domain, named(BUILDING_1, "group 11"));
    for (caller, shown) in [(site.admin(), BUILDING_1), (manager_of(BUILDING_1), BUILDING_1), (manager_of(BUILDING_2), BUILDING_2)] {
        let shown = named(shown, &format!("group {shown}"));
        assert_eq!(found(&site, &caller, card.id).await.domain, shown);
        let listed = site.identifiers.list_identifiers(site.by(&caller, ListIdentifiersRequest::default())).await.unwrap().into_inner();
        assert_eq!(listed.items.into_iter().map(|item| item.domain).collect::<Vec<_>>(), [shown]);
    }
}

#[tokio::test]
async fn of_an_owner_who_has_left_for_a_group_beyond_sight_no_name_is_shown() {
    let site = Site::start().await;
    let manager = manager_of(BUILDING_2);
    let card = site.try_card(&manager, BORIS, "78").await.unwrap();
    assert_eq!(card.domain, named(BUILDING_2, "group 12"));
    site.deliver("identity.user.changed", &user(PROJECT, BORIS, BUILDING_1, 2)).await;
    assert_eq!(found(&site, &manager, card.id).await.domain, named(BUILDING_1, ""));
}

#[tokio::test]
async fn a_guests_key_shows_the_lowest_group_of_its_giver_that_the_caller_sees() {
    let site = start().await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await.id;
    put_in_both_buildings(&site, ANNA, 2).await;
    let given = give(&site, &anna(), key(rule)).await;
    let keys = GuestKeysService(access::app::App::new(&site.app.context));
    for (caller, shown) in [(site.admin(), BUILDING_1), (manager_of(BUILDING_2), BUILDING_2)] {
        let found = keys.get_guest_key(site.by(&caller, GetGuestKeyRequest { id: given.id })).await.unwrap().into_inner();
        assert_eq!(found.domain, named(shown, &format!("group {shown}")));
    }
}

pub async fn exported(site: &Site, caller: &Caller) -> String {
    let request = ExportIdentifiersRequest { export_format: ExportFormat::Csv.into(), sort: "value".into(), ..Default::default() };
    let pieces = site.identifiers.export_identifiers(site.by(caller, request)).await.unwrap().into_inner();
    let pieces: Vec<Vec<u8>> = pieces.map(|piece| piece.expect("a piece").data).collect().await;
    String::from_utf8(pieces.concat()).unwrap()
}

#[tokio::test]
async fn an_export_names_no_group_above_those_that_the_caller_sees_and_is_imported_by_them_again() {
    let site = Site::start().await;
    put_in_both_buildings(&site, CLARA, 1).await;
    site.card(BORIS, "77").await;
    site.card(CLARA, "78").await;
    let role = [
        Permission::CanExportIdentifiers,
        Permission::CanImportIdentifiers,
        Permission::CanCreateIdentifier,
        Permission::CanEditIdentifier,
        Permission::CanViewUsers,
    ];
    let manager = testing::someone(PROJECT, 7, role, &[BUILDING_2]);
    let table = exported(&site, &manager).await;
    let groups = |table: &str| -> Vec<String> { table.lines().skip(1).map(|line| line.split(',').nth(5).unwrap().to_string()).collect() };
    assert_eq!(groups(&table), ["group 12", "group 12"]);
    assert_eq!(groups(&exported(&site, &site.admin()).await), ["group 10 / group 12", "group 10 / group 11"]);

    let new = "name,type,value,owner,group\nnew,card,1234567,101,group 12\n";
    let attempted = attempt(&site, &manager, CardReading::Dec, new).await.unwrap();
    assert_eq!((attempted.created, attempted.errors.len()), (1, 0), "{:?}", attempted.errors);
    carry_out(&site, &manager, ImportAction::Skip, &attempted.filepath).await.unwrap();
    let guessed = "name,type,value,owner,group\nnew,card,1234568,101,group 10 / group 12\n";
    let attempted = attempt(&site, &manager, CardReading::Dec, guessed).await.unwrap();
    assert_eq!(attempted.errors.iter().map(|error| error.field.as_str()).collect::<Vec<_>>(), ["group"]);
}

#[tokio::test]
async fn reasons_name_rules_and_schedules_only_to_those_who_see_them() {
    let site = Site::start().await;
    let hours = site.schedule(office_hours()).await;
    let rule = site.rule(AccessRule { time_rules: vec![reference(hours.id)], ..lets(ANNA, DOOR_1) }).await;
    let question = CheckAccessRequest { user_id: Some(ANNA), device_id: DOOR_1, lock_number: 1, ..Default::default() };
    let asked = async |caller: &Caller| {
        let answer = site.checks.check_access(site.by(caller, question)).await.expect("an answer").into_inner();
        let [reason] = <[Reason; 1]>::try_from(answer.reasons).expect("one reason");
        (reason.access_rule, reason.time_rule)
    };
    assert_eq!(asked(&manager_of(BUILDING_1)).await, (named(rule.id, "lets"), named(hours.id, "office hours")));
    let doorman = [Permission::CanViewDevices, Permission::CanViewUsers];
    let doorman = testing::someone(PROJECT, 8, doorman, &[BUILDING_1]);
    assert_eq!(asked(&doorman).await, (named(rule.id, ""), named(hours.id, "")));
    let of_rules = [Permission::CanViewDevices, Permission::CanViewUsers, Permission::CanViewAccessRules];
    let of_rules = testing::someone(PROJECT, 9, of_rules, &[BUILDING_1]);
    assert_eq!(asked(&of_rules).await, (named(rule.id, "lets"), named(hours.id, "")));
}

#[tokio::test]
async fn a_service_is_told_what_its_caller_sees_of_what_it_names() {
    let site = Site::start().await;
    let (annas, boriss) = (site.card(ANNA, "77").await.id, site.card(BORIS, "78").await.id);
    let (here, there) = (site.rule(lets(ANNA, DOOR_1)).await.id, site.rule(lets(BORIS, DOOR_2)).await.id);
    let hours = site.schedule(office_hours()).await.id;
    let service = VisibleEntitiesService(access::app::App::new(&site.app.context));
    let asked = |caller: &Caller, identifier_ids: Vec<i64>| {
        let request = ListVisibleEntitiesRequest { identifier_ids, time_rule_ids: vec![hours], access_rule_ids: vec![here, there] };
        service.list_visible_entities(site.by(caller, request))
    };
    let seen = asked(&manager_of(BUILDING_1), vec![annas, boriss]).await.unwrap().into_inner();
    assert_eq!((seen.identifier_ids, seen.time_rule_ids, seen.access_rule_ids), (vec![annas], vec![hours], vec![here]));
    let nothing = asked(&testing::someone(PROJECT, 8, [], &[BUILDING_1]), vec![annas, boriss]).await.unwrap().into_inner();
    assert_eq!(nothing, ListVisibleEntitiesResponse::default());
    assert_eq!(asked(&testing::nobody(), vec![annas]).await.unwrap_err().code(), Code::Unauthenticated);
    assert_eq!(asked(&site.admin(), (0..2_001).collect()).await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn who_has_made_an_elevator_and_left_its_group_sees_no_name_of_the_group() {
    let site = site_with_lifts().await;
    let request = CreateElevatorRequest { elevator: Some(elevator(BUILDING_1, &[LIFT_1])) };
    let made = site.elevators.create_elevator(site.by(&site.admin(), request)).await.unwrap().into_inner();
    assert_eq!(made.domain, named(BUILDING_1, "group 11"));
    let left = testing::someone(PROJECT, site.admin().user_id, [], &[BUILDING_2]);
    let found = site.elevators.get_elevator(site.by(&left, GetElevatorRequest { id: made.id, ..Default::default() })).await.unwrap();
    assert_eq!(found.into_inner().domain, named(BUILDING_1, ""));
}
