//! Identifiers that come with a structure, as domains imports it.
use access::app::App;
use access::rpc::imported_identifier::ImportedIdentifiersService;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::imported_identifiers_server::ImportedIdentifiers;
use proto::vestibule::access::v1::{
    IdentifierType, ImportStructureIdentifiersRequest, ImportStructureIdentifiersResponse, ListIdentifiersRequest, StructureIdentifier,
    StructureIdentifiersRequest, identifiers_server::Identifiers as _,
};
use proto::vestibule::events::v1::{GroupLicenseLimits, LicenseChanged, LicenseLimits};
use testing::{PROJECT, service, someone};
use tonic::{Code, Status};

use crate::site::{ANNA, BORIS, BUILDING_1, BUILDING_2, CLARA, Site, mask, user};

const IMPORT: &str = "7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0f";

fn card(index: i32, value: &str, owner_id: i64) -> StructureIdentifier {
    let field = "card dec".to_string();
    StructureIdentifier {
        index,
        field,
        r#type: IdentifierType::Card.into(),
        value: value.into(),
        owner_id,
        name: "Card".into(),
        domain_id: BUILDING_1,
        ..Default::default()
    }
}

pub async fn send(
    site: &Site,
    caller: &Caller,
    identifiers: Vec<StructureIdentifier>,
    validate_only: bool,
) -> Result<ImportStructureIdentifiersResponse, Status> {
    let request = ImportStructureIdentifiersRequest { import_id: IMPORT.into(), validate_only, identifiers };
    ImportedIdentifiersService(App::new(&site.app.context))
        .import_structure_identifiers(site.by(caller, request))
        .await
        .map(tonic::Response::into_inner)
}

async fn undo(site: &Site, caller: &Caller) -> Result<(), Status> {
    ImportedIdentifiersService(App::new(&site.app.context))
        .undo_structure_identifiers(site.by(caller, StructureIdentifiersRequest { import_id: IMPORT.into() }))
        .await
        .map(|_| ())
}

async fn finish(site: &Site) {
    let request = site.by(&service(PROJECT, "domains"), StructureIdentifiersRequest { import_id: IMPORT.into() });
    ImportedIdentifiersService(App::new(&site.app.context)).finish_structure_identifiers(request).await.unwrap();
}

async fn owners(site: &Site) -> Vec<(String, i64)> {
    let request = site.by(&site.admin(), ListIdentifiersRequest { sort: "value".into(), ..Default::default() });
    let list = site.identifiers.list_identifiers(request).await.unwrap().into_inner();
    list.items.into_iter().map(|one| (one.value, one.owner.map_or(0, |owner| owner.id))).collect()
}

fn errors_of(answer: &ImportStructureIdentifiersResponse) -> Vec<(i32, &str, &str)> {
    answer.errors.iter().map(|error| (error.index, error.field.as_str(), error.message.as_str())).collect()
}

#[tokio::test]
async fn identifiers_are_made_once_however_often_they_are_asked_for() {
    let site = Site::start().await;
    let cards = || vec![card(0, "11", ANNA), card(1, "12", 0)];
    assert!(send(&site, &site.admin(), cards(), true).await.unwrap().identifiers.iter().all(|one| one.is_new));
    assert_eq!(owners(&site).await, []);
    let created = send(&site, &site.admin(), cards(), false).await.unwrap();
    assert_eq!(send(&site, &site.admin(), cards(), false).await.unwrap(), created);
    assert_eq!(owners(&site).await, [("11".to_string(), ANNA), ("12".to_string(), 0)]);
}

#[tokio::test]
async fn one_that_is_there_with_its_owner_is_not_made_and_one_of_somebody_else_is_a_duplicate() {
    let site = Site::start().await;
    send(&site, &site.admin(), vec![card(0, "13961168", ANNA)], false).await.unwrap();
    finish(&site).await;
    let again = send(&site, &site.admin(), vec![card(4, "13961168", ANNA)], true).await.unwrap();
    assert!(!again.identifiers[0].is_new);
    let hexadecimal = StructureIdentifier { field: "card hex".into(), ..card(5, "00-D5-07-D0", BORIS) };
    let of_a_newcomer = StructureIdentifier { owner_is_new: true, ..card(6, "13961168", 0) };
    let refused = send(&site, &site.admin(), vec![hexadecimal, of_a_newcomer], true).await.unwrap();
    assert_eq!(errors_of(&refused), [(5, "card hex", "identifier duplicate"), (6, "card dec", "identifier duplicate")]);
}

#[tokio::test]
async fn bad_numbers_are_told_by_row_and_nothing_is_made() {
    let site = Site::start().await;
    let other = StructureIdentifier { other_value: "00-D5-07-D1".into(), ..card(2, "13961168", ANNA) };
    let agrees = StructureIdentifier { other_value: "00-D5-07-D0".into(), ..card(3, "13961168", ANNA) };
    let refused = send(&site, &site.admin(), vec![card(0, "11", ANNA), card(1, "zz", ANNA), other, agrees.clone()], false).await.unwrap();
    assert_eq!(errors_of(&refused).iter().map(|(index, ..)| *index).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(errors_of(&refused)[1].2, "two fields must match");
    assert_eq!(owners(&site).await, []);
    assert!(send(&site, &site.admin(), vec![agrees], false).await.unwrap().errors.is_empty());
}

#[tokio::test]
async fn an_import_that_is_undone_takes_its_identifiers_away_and_is_refused_from_then_on() {
    let site = Site::start().await;
    send(&site, &site.admin(), vec![card(0, "11", ANNA)], false).await.unwrap();
    assert_eq!(undo(&site, &site.admin()).await.unwrap_err().code(), Code::PermissionDenied, "it is the platform's own");
    for _ in 0..2 {
        undo(&site, &service(PROJECT, "domains")).await.unwrap();
    }
    assert_eq!(owners(&site).await, []);
    assert!(send(&site, &site.admin(), vec![card(1, "12", ANNA)], false).await.is_err());
}

#[tokio::test]
async fn what_is_finished_is_not_undone() {
    let site = Site::start().await;
    send(&site, &site.admin(), vec![card(0, "11", ANNA)], false).await.unwrap();
    finish(&site).await;
    undo(&site, &service(PROJECT, "domains")).await.unwrap();
    assert_eq!(owners(&site).await, [("11".to_string(), ANNA)]);
}

#[tokio::test]
async fn whoever_may_make_no_identifiers_imports_none() {
    let site = Site::start().await;
    for validate_only in [true, false] {
        let refused = send(&site, &someone(PROJECT, 5, [], &[BUILDING_1]), vec![card(0, "11", ANNA)], validate_only).await.unwrap();
        assert_eq!(errors_of(&refused), [(0, "card dec", "action prohibited")]);
    }
    assert_eq!(owners(&site).await, []);
}

#[tokio::test]
async fn whoever_may_make_no_identifiers_finds_those_that_they_see_and_of_the_others_nothing() {
    let site = Site::start().await;
    send(&site, &site.admin(), vec![card(0, "11", ANNA), card(1, "12", BORIS)], false).await.unwrap();
    finish(&site).await;
    let viewer = someone(PROJECT, 5, [Permission::CanViewAllIdentifiers], &[BUILDING_1]);
    let found = send(&site, &viewer, vec![card(0, "11", ANNA), card(1, "12", BORIS)], false).await.unwrap();
    assert!(found.identifiers.len() == 2 && found.identifiers.iter().all(|one| !one.is_new));
    let owner = someone(PROJECT, ANNA, [], &[BUILDING_1]);
    let unseen = send(&site, &owner, vec![card(0, "11", ANNA), card(1, "12", BORIS), card(2, "13", ANNA)], true).await.unwrap();
    assert_eq!(errors_of(&unseen), [(1, "card dec", "action prohibited"), (2, "card dec", "action prohibited")]);
}

#[tokio::test]
async fn an_imported_identifier_keeps_the_group_that_was_chosen_for_it() {
    use proto::vestibule::access::v1::{Identifier, UpdateIdentifierRequest};
    let site = Site::start().await;
    send(&site, &site.admin(), vec![StructureIdentifier { domain_id: BUILDING_2, ..card(0, "11", ANNA) }], false).await.unwrap();
    let request = site.by(&site.admin(), ListIdentifiersRequest::default());
    let id = site.identifiers.list_identifiers(request).await.unwrap().into_inner().items[0].id;
    let identifier = Some(Identifier { name: "renamed".into(), ..Default::default() });
    let request = UpdateIdentifierRequest { id, identifier, update_mask: mask(&["name"]) };
    let renamed = site.identifiers.update_identifier(site.by(&site.admin(), request)).await.unwrap().into_inner();
    assert_eq!(renamed.domain.map(|group| group.id), Some(BUILDING_2));
}

#[tokio::test]
async fn nobody_imports_an_identifier_of_somebody_who_is_also_in_a_group_beyond_their_reach() {
    let site = Site::start().await;
    let both = user(PROJECT, CLARA, BUILDING_1, 1);
    let both = proto::vestibule::events::v1::UserChanged { domain_ids: vec![BUILDING_1, BUILDING_2], ..both };
    site.deliver("identity.user.changed", &both).await;
    let manager = testing::group_administrator(PROJECT, 7, &[BUILDING_1]);
    let refused = send(&site, &manager, vec![card(0, "11", ANNA), card(1, "12", CLARA)], false).await.unwrap();
    assert_eq!(errors_of(&refused), [(1, "card dec", "action prohibited")]);
    assert_eq!(owners(&site).await, []);
}

#[tokio::test]
async fn a_ukey2_is_not_imported() {
    let site = Site::start().await;
    let key = StructureIdentifier { r#type: IdentifierType::Ukey2.into(), ..card(0, "11", ANNA) };
    let refused = send(&site, &site.admin(), vec![key], false).await.unwrap();
    assert_eq!(refused.errors.len(), 1);
}

#[tokio::test]
async fn a_structure_makes_plates_only_where_the_licence_covers_them() {
    let site = Site::start().await;
    let plate = |value: &str, owner, group| {
        let plate = StructureIdentifier { r#type: IdentifierType::LicensePlate.into(), field: "plate".into(), ..card(1, value, owner) };
        StructureIdentifier { domain_id: group, ..plate }
    };
    let message = async |plate: StructureIdentifier| {
        let answer = send(&site, &site.admin(), vec![plate], false).await.unwrap();
        answer.errors.into_iter().next().map(|error| error.message)
    };
    let license = |version, groups| LicenseChanged {
        project_id: PROJECT,
        version,
        features: vec!["license_plate".into()],
        limits: Some(LicenseLimits { groups, ..Default::default() }),
        ..Default::default()
    };
    let not_licensed = Some("feature is not licensed".to_owned());
    assert_eq!(message(plate("A123BC", ANNA, BUILDING_1)).await, not_licensed, "the project has no plates");
    let without = GroupLicenseLimits { group_id: BUILDING_1, features: vec!["sip".into()], ..Default::default() };
    site.deliver("licensing.license.changed", &license(5, vec![without])).await;
    assert_eq!(message(plate("A123BC", ANNA, BUILDING_1)).await, not_licensed, "nor has the building");
    assert_eq!(message(plate("B234CD", BORIS, BUILDING_2)).await, None);
    site.deliver("licensing.license.changed", &license(6, vec![])).await;
    assert_eq!(message(plate("A123BC", ANNA, BUILDING_1)).await, None);
}
