//! What whoever enters codes learns about the codes of others.
use access::rpc::identifier::IdentifiersService;
use policy::{Caller, Permission};
use prost::Message;
use proto::vestibule::access::v1::identifiers_server::Identifiers;
use proto::vestibule::access::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use testing::{PROJECT, someone};
use tonic::{Code, Status};

use crate::guest_key::{anna, key, shareable, try_give};
use crate::identifier_import::{HEADING, attempt, carry_out};
use crate::imported_identifier::send;
use crate::site::*;

/// Right guesses of a user in a day.
const MAX: usize = 10;

fn code(value: &str) -> Identifier {
    Identifier { r#type: IdentifierType::AccessCode.into(), ..card(BORIS, value) }
}

/// With counters of its own.
async fn start() -> Site {
    let site = crate::guest_key::start().await;
    let identifiers = IdentifiersService(access::app::App::new(&site.app.context));
    Site { identifiers, ..site }
}

/// Codes 500000 and on, of somebody in building 2.
async fn site_with_codes(count: usize) -> Site {
    let site = start().await;
    for number in 0..count {
        create(&site, &site.admin(), code(&format!("{}", 500_000 + number))).await.unwrap();
    }
    site
}

async fn create(site: &Site, caller: &Caller, identifier: Identifier) -> Result<Identifier, Status> {
    let request = site.by(caller, CreateIdentifierRequest { identifier: Some(identifier) });
    Ok(site.identifiers.create_identifier(request).await?.into_inner())
}

/// Imports and creates in building 1, and sees nothing of building 2.
fn importer() -> Caller {
    let role = [Permission::CanImportIdentifiers, Permission::CanCreateIdentifier, Permission::CanViewUsers];
    someone(PROJECT, 7, role, &[BUILDING_1])
}

fn table(codes: std::ops::Range<usize>) -> String {
    let rows: String = codes.map(|number| format!("A,access_code,{number},,,,,,,\n")).collect();
    format!("{HEADING}{rows}")
}

async fn recorded(site: &Site) -> Vec<String> {
    let records = site.app.events().await.into_iter().filter(|(topic, _)| topic == "audit.recorded");
    let records = records.map(|(_, payload)| AuditRecorded::decode(payload.as_slice()).unwrap());
    records.filter(|one| one.action == "enter taken codes").map(|one| one.after).collect()
}

#[tokio::test]
async fn an_import_of_guesses_names_no_code_that_is_taken_and_ends_the_guessing() {
    let site = site_with_codes(MAX + 1).await;
    let refused = attempt(&site, &importer(), CardReading::Dec, &table(490_000..510_000)).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert_eq!(recorded(&site).await, [r#"{"count":11}"#]);
    // A code that is free is refused as one that is taken would be.
    let free = attempt(&site, &importer(), CardReading::Dec, &table(700_000..700_001)).await.unwrap_err();
    assert_eq!((free.code(), free.message()), (refused.code(), refused.message()));
    let again = create(&site, &importer(), Identifier { owner: None, ..code("700000") }).await.unwrap_err();
    assert_eq!(again.code(), Code::ResourceExhausted);

    // Cards are no secret, a code of the platform's own is no guess, and whoever sees every identifier guesses nothing.
    attempt(&site, &importer(), CardReading::Dec, &format!("{HEADING}A,card,1,,,,,,,\n")).await.unwrap();
    create(&site, &importer(), Identifier { owner: None, ..code("") }).await.unwrap();
    let seen = attempt(&site, &site.admin(), CardReading::Dec, &table(499_990..500_011)).await.unwrap();
    assert_eq!((seen.duplicates_count, seen.created), (11, 10));
}

#[tokio::test]
async fn the_codes_that_an_import_names_count_and_continuing_it_counts_none_again() {
    let site = site_with_codes(MAX).await;
    let attempted = attempt(&site, &importer(), CardReading::Dec, &table(499_999..500_006)).await.unwrap();
    assert_eq!((attempted.created, attempted.duplicates_count, recorded(&site).await.len()), (1, 6, 1));
    assert!(attempted.duplicates.iter().all(|found| found.existing.is_none()));
    let old = attempt(&site, &importer(), CardReading::Dec, &table(499_998..499_999)).await.unwrap();
    assert_eq!(carry_out(&site, &importer(), ImportAction::Skip, &attempted.filepath).await.unwrap(), (1, 0, 6));
    // Four are left.
    for number in 6..10 {
        let refused = create(&site, &importer(), Identifier { owner: None, ..code(&format!("{}", 500_000 + number)) }).await.unwrap_err();
        assert_eq!((refused.message(), refusal(&refused)["data"].is_null()), ("identifier duplicate", true));
    }
    assert_eq!(create(&site, &importer(), Identifier { owner: None, ..code("500000") }).await.unwrap_err().code(), Code::ResourceExhausted);
    // One that was taken since the attempt is not named either.
    create(&site, &site.admin(), code("499998")).await.unwrap();
    assert_eq!(carry_out(&site, &importer(), ImportAction::Skip, &old.filepath).await.unwrap_err().code(), Code::ResourceExhausted);
}

#[tokio::test]
async fn codes_that_are_free_or_seen_cost_nothing_however_many_they_are() {
    let site = start().await;
    for number in 0..3 * MAX {
        create(&site, &importer(), Identifier { owner: None, ..code(&format!("{}", 600_000 + number)) }).await.unwrap();
    }
    let own = attempt(&site, &importer(), CardReading::Dec, &table(600_000..600_030)).await.unwrap();
    assert_eq!(own.duplicates_count, 30);
    let refused = create(&site, &importer(), Identifier { owner: None, ..code("600000") }).await.unwrap_err();
    let existing = &refusal(&refused)["data"]["existing"];
    assert_eq!((refused.message(), existing["name"].as_str()), ("identifier duplicate", Some("card 600000")), "it names the one that is seen");
    assert!(recorded(&site).await.is_empty());
}

#[tokio::test]
async fn a_resident_tries_no_codes_by_giving_keys_or_changing_identifiers() {
    let site = site_with_codes(MAX + 1).await;
    let rule = site.rule(shareable(ANNA, DOOR_1)).await;
    let with = |value: String| GuestKey { kind: GuestKeyKind::AccessCode.into(), value, ..key(rule.id) };
    for number in 0..MAX {
        let refused = try_give(&site, &anna(), with(format!("{}", 500_000 + number))).await.unwrap_err();
        assert_eq!(refused.message(), "identifier duplicate");
    }
    for value in ["500010", "700000"] {
        assert_eq!(try_give(&site, &anna(), with(value.into())).await.unwrap_err().code(), Code::ResourceExhausted, "{value}");
    }
    try_give(&site, &anna(), with(String::new())).await.expect("a code of the platform's own");

    let editor = someone(PROJECT, 8, [Permission::CanCreateIdentifier, Permission::CanEditIdentifier, Permission::CanViewUsers], &[BUILDING_1]);
    let own = create(&site, &editor, Identifier { owner: Some(reference(ANNA)), ..code("800000") }).await.unwrap();
    let change = async |value: String| {
        let identifier = Some(Identifier { value, ..own.clone() });
        let request = UpdateIdentifierRequest { id: own.id, identifier, update_mask: mask(&["value"]) };
        site.identifiers.update_identifier(site.by(&editor, request)).await
    };
    for number in 0..MAX {
        assert_eq!(change(format!("{}", 500_000 + number)).await.unwrap_err().message(), "identifier duplicate");
    }
    assert_eq!(change("500010".into()).await.unwrap_err().code(), Code::ResourceExhausted);
    assert_eq!(change("700000".into()).await.unwrap_err().code(), Code::ResourceExhausted);
    change("800000".into()).await.expect("its own code");
}

#[tokio::test]
async fn a_structure_names_no_more_codes_than_an_import() {
    let site = site_with_codes(MAX + 1).await;
    let row = |index: i32| StructureIdentifier {
        index,
        field: "code".into(),
        r#type: IdentifierType::AccessCode.into(),
        value: format!("{}", 500_000 + index),
        owner_id: ANNA,
        name: "Code".into(),
        domain_id: BUILDING_1,
        ..Default::default()
    };
    let refused = send(&site, &importer(), (0..MAX as i32 + 1).map(row).collect(), true).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted);
    assert_eq!(send(&site, &importer(), vec![row(500)], true).await.unwrap_err().code(), Code::ResourceExhausted);
}
