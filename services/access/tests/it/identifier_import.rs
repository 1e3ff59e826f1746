//! Tables of identifiers: looked at, then carried out as a whole.
use kit::peers::Peers;
use policy::{Caller, Permission};
use proto::vestibule::access::v1::identifiers_client::IdentifiersClient;
use proto::vestibule::access::v1::identifiers_server::{Identifiers, IdentifiersServer};
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{ExportFormat, FileChunk};
use proto::vestibule::events::v1::{EventArrived, IdentifierImportFinished, LicenseChanged, UserChanged};
use testing::{OTHER_PROJECT, PROJECT};
use tokio_stream::StreamExt;
use tonic::service::Routes;
use tonic::{Code, Status};

use crate::hidden_name::exported;
use crate::site::*;

pub const HEADING: &str = "name,type,value,owner,group,rules,valid_from,valid_to,passes,status\n";

pub async fn attempt(site: &Site, caller: &Caller, format: CardReading, table: &str) -> Result<ImportIdentifiersResponse, Status> {
    let peers = Peers::new(&site.app.context.settings).unwrap();
    let service = access::rpc::identifier::IdentifiersService(access::app::App::new(&site.app.context));
    peers.add("access", Routes::new(IdentifiersServer::new(service)));
    let file = FileChunk { file_name: "cards.csv".into(), data: table.as_bytes().to_vec(), is_last: true, ..Default::default() };
    let request = ImportIdentifiersRequest { format: format.into(), file: Some(file) };
    let mut client = IdentifiersClient::new(peers.peer("access"));
    Ok(client.import_identifiers(site.by(caller, futures::stream::iter([request]))).await?.into_inner())
}

pub async fn carry_out(site: &Site, caller: &Caller, action: ImportAction, filepath: &str) -> Result<(i32, i32, i32), Status> {
    let request = ContinueIdentifierImportRequest { action: action.into(), filepath: filepath.into() };
    let done = site.identifiers.continue_identifier_import(site.by(caller, request)).await?.into_inner();
    Ok((done.created, done.replaced, done.skipped))
}

pub async fn listed(site: &Site) -> Vec<Identifier> {
    let request = ListIdentifiersRequest { sort: "value".into(), ..Default::default() };
    site.identifiers.list_identifiers(site.by(&site.admin(), request)).await.unwrap().into_inner().items
}

fn errors(attempt: &ImportIdentifiersResponse) -> Vec<(i32, &str, &str)> {
    attempt.errors.iter().map(|error| (error.index, error.field.as_str(), error.message.as_str())).collect()
}

#[tokio::test]
async fn a_table_is_looked_at_then_carried_out_once_and_the_doors_learn_it() {
    let site = Site::start().await;
    let rule = site.rule(AccessRule { name: "Gate".into(), ..lets(BORIS, DOOR_1) }).await;
    site.clear_outbox().await;
    let table = format!(
        "{HEADING}Blue,card,13961168,{ANNA},group 10 / group 11,Gate,2026-11-23T08:00:00Z,2026-12-01 18:00:00,5,\nCode,access_code,004211,,,,,,,inactive\n"
    );
    let admin = site.admin();
    let attempted = attempt(&site, &admin, CardReading::Auto, &table).await.unwrap();
    assert_eq!(
        (attempted.rows, attempted.created, attempted.duplicates_count, attempted.format()),
        (2, 0, 0, CardReading::Unspecified),
        "two readings can read it"
    );
    assert!(attempted.filepath.is_empty() && attempted.preview[0].dec.as_deref() == Some("0013961168"));
    let attempted = attempt(&site, &admin, CardReading::Dec, &table).await.unwrap();
    assert_eq!((errors(&attempted), attempted.created, listed(&site).await.len()), (vec![], 2, 0), "nothing is created yet");

    assert_eq!(carry_out(&site, &admin, ImportAction::Skip, &attempted.filepath).await.unwrap(), (2, 0, 0));
    let created = listed(&site).await;
    let blue = created.iter().find(|found| found.name == "Blue").unwrap();
    assert_eq!((blue.origin(), blue.value_hex.as_deref(), blue.passes_restrict_max_count), (IdentifierOrigin::Import, Some("00-D5-07-D0"), 5));
    assert_eq!((blue.access_rules[0].id, blue.domain.as_ref().map(|group| group.id)), (rule.id, Some(BUILDING_1)));
    assert!(blue.period_restrict_active && created.iter().any(|found| found.name == "Code" && !found.is_active));
    let finished = site.app.events().await.into_iter().find(|(topic, _)| topic == "access.import.finished").expect("an event of the finished import");
    let finished: IdentifierImportFinished = prost::Message::decode(finished.1.as_slice()).unwrap();
    assert_eq!((finished.user_id, finished.created), (admin.user_id, 2));
    assert_eq!((site.changed_lists().await, site.desired(DOOR_1).await.len()), (vec![DOOR_1], 1));
    assert_eq!(carry_out(&site, &admin, ImportAction::Replace, &attempted.filepath).await.unwrap(), (2, 0, 0), "the answer is kept");
    assert_eq!(listed(&site).await.len(), 2);
}

#[tokio::test]
async fn one_wrong_row_keeps_the_whole_table_out_and_each_error_names_its_cell() {
    let site = Site::start().await;
    site.card(ANNA, "77").await;
    let rows = format!(
        "Good,card,1,{ANNA},,,,,,\n,card,2,,,,,,,\nB,card,x-y,,,,,,,\nC,card,4,999999,,,,,,\nD,card,5,{BORIS},group 10 / group 11,,,,,\nE,card,6,,,Nowhere,,,,\n\
         F,license_plate,AB1,,,,,,,\nG,ukey2,7,,,,,,,\nH,card,00-00-00-01,,,,,,,\nI,card,9,,,,tomorrow,,0,gone\nJ,card,77,,,,,,,\n"
    );
    let table = format!("{HEADING}{rows}");
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &table).await.unwrap();
    let related = "invalid related entity sent";
    let expected = [
        (1, "name", "required"),
        (2, "value", "value must be a number or hex"),
        (3, "owner", related),
        (4, "group", related),
        (5, "rules", "invalid related entity sent: Nowhere"),
        (6, "type", "feature is not licensed"),
        (7, "type", "ukey2 identifiers are issued, not entered"),
        (8, "value", "identifier duplicate"),
        (9, "passes", "must be within 1 - 99999"),
        (9, "status", "must be one of: active, inactive, revoked"),
        (9, "valid_from", "value must be a date with time, as 2026-11-23T09:00:00Z"),
    ];
    assert_eq!(errors(&attempted), expected);
    assert_eq!((attempted.created, attempted.duplicates_count, attempted.duplicates[0].index), (1, 1, 10));
    let refused = carry_out(&site, &site.admin(), ImportAction::Skip, &attempted.filepath).await.unwrap_err();
    assert_eq!((refused.code(), listed(&site).await.len()), (Code::InvalidArgument, 1));
}

#[tokio::test]
async fn what_was_exported_is_all_duplicates_and_replacing_changes_only_what_may_be_changed() {
    let site = Site::start().await;
    let (annas, boriss) = (site.card(ANNA, "77").await, site.card(BORIS, "78").await);
    site.rule(AccessRule { name: "Gate".into(), identifiers: vec![reference(annas.id)], ..lets(ANNA, DOOR_1) }).await;
    let admin = site.admin();
    let export = ExportIdentifiersRequest { export_format: ExportFormat::Csv.into(), ..Default::default() };
    let pieces = site.identifiers.export_identifiers(site.by(&admin, export)).await.unwrap().into_inner();
    let table: Vec<u8> = pieces.map(|piece| piece.unwrap().data).collect::<Vec<_>>().await.concat();
    let table = String::from_utf8(table).unwrap();
    let attempted = attempt(&site, &admin, CardReading::Auto, &table).await.unwrap();
    assert_eq!((attempted.format(), attempted.created, attempted.duplicates_count, errors(&attempted)), (CardReading::Dec, 0, 2, vec![]));
    assert_eq!(attempted.readings.iter().map(|hits| hits.known).collect::<Vec<_>>(), [2, 0, 0, 0]);
    let before = listed(&site).await;
    assert_eq!(carry_out(&site, &admin, ImportAction::Skip, &attempted.filepath).await.unwrap(), (0, 0, 2));
    assert_eq!(listed(&site).await, before);

    let renamed = table.replace("card 77", "Blue").replace("Gate", "");
    let attempted = attempt(&site, &admin, CardReading::Auto, &renamed).await.unwrap();
    assert_eq!(carry_out(&site, &admin, ImportAction::Replace, &attempted.filepath).await.unwrap(), (0, 2, 0));
    let after = listed(&site).await;
    assert_eq!((after[0].name.as_str(), after[0].link_id.as_str()), ("Blue", before[0].link_id.as_str()));
    assert_eq!(after[0].access_rules.len(), 1, "an empty cell says nothing of rules");

    site.identifiers.revoke_identifier(site.by(&admin, RevokeIdentifierRequest { id: boriss.id })).await.unwrap();
    let attempted = attempt(&site, &admin, CardReading::Auto, &table).await.unwrap();
    assert_eq!(attempted.duplicates.iter().map(|found| found.is_replaceable).collect::<Vec<_>>().iter().filter(|is| **is).count(), 1);
    let refused = carry_out(&site, &admin, ImportAction::Replace, &attempted.filepath).await.unwrap_err();
    assert_eq!((refused.code(), listed(&site).await[0].name.as_str()), (Code::InvalidArgument, "Blue"), "nothing of it");
}

#[tokio::test]
async fn what_was_exported_is_all_duplicates_when_an_owner_has_been_deleted() {
    let site = Site::start().await;
    for (owner, value) in [(ANNA, "77"), (BORIS, "78")] {
        site.card(owner, value).await;
    }
    site.deliver("identity.user.changed", &UserChanged { deleted: true, ..user(PROJECT, BORIS, BUILDING_2, 9) }).await;
    let admin = site.admin();
    let attempted = attempt(&site, &admin, CardReading::Auto, &exported(&site, &admin).await).await.unwrap();
    assert_eq!((attempted.created, attempted.duplicates_count, errors(&attempted)), (0, 2, vec![]));
    // A table names nobody who is deleted; their card stays theirs, and opens nothing.
    assert_eq!(carry_out(&site, &admin, ImportAction::Replace, &attempted.filepath).await.unwrap(), (0, 2, 0));
    assert_eq!(listed(&site).await[1].owner.as_ref().map(|owner| owner.id), Some(BORIS));
}

#[tokio::test]
async fn what_was_exported_is_all_duplicates_of_faces_without_a_name_too() {
    let site = Site::start().await;
    let license = LicenseChanged { project_id: PROJECT, version: 2, features: vec!["face_id".into()], ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
    let admin = site.admin();
    let face = Identifier { name: "entered".into(), r#type: IdentifierType::Face.into(), value: String::new(), ..card(ANNA, "") };
    site.identifiers.create_identifier(site.by(&admin, CreateIdentifierRequest { identifier: Some(face) })).await.unwrap();
    let imported = attempt(&site, &admin, CardReading::Dec, &format!("{HEADING}imported,face,,{BORIS},,,,,,\n")).await.unwrap();
    carry_out(&site, &admin, ImportAction::Skip, &imported.filepath).await.unwrap();
    let before = listed(&site).await;

    let attempted = attempt(&site, &admin, CardReading::Auto, &exported(&site, &admin).await).await.unwrap();
    assert_eq!((attempted.created, attempted.duplicates_count, errors(&attempted)), (0, 2, vec![]));
    assert_eq!(carry_out(&site, &admin, ImportAction::Replace, &attempted.filepath).await.unwrap(), (0, 2, 0));
    let kept = |faces: &[Identifier]| faces.iter().map(|face| (face.name.clone(), face.value.clone(), face.owner.clone())).collect::<Vec<_>>();
    assert_eq!(kept(&listed(&site).await), kept(&before), "and no face is called by its link");
}

#[tokio::test]
async fn codes_that_are_too_short_are_errors_of_their_rows_and_those_that_are_there_are_not() {
    let site = Site::start().await;
    let table = format!("{HEADING}A,access_code,12345,,,,,,,\nB,access_code,123456,,,,,,,\n");
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &table).await.unwrap();
    assert_eq!((errors(&attempted), attempted.created), (vec![(0, "value", "minimum length is 6")], 1));

    // Those of the table count beside each other: the thousandth is the last of six digits.
    let rows: String = (0..1_001).map(|number| format!("C,access_code,{:06},,,,,,,\n", 200_000 + number)).collect();
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &format!("{HEADING}{rows}")).await.unwrap();
    assert_eq!((errors(&attempted), attempted.created), (vec![(1_000, "value", "minimum length is 7")], 1_000));

    let kept = format!("{HEADING}Old,access_code,1234,,,,,,,\n");
    let mut tx = site.app.context.database.tenant(PROJECT).await.unwrap();
    sqlx::query(
        "INSERT INTO identifiers (project_id, link_id, name, type, value, number, unique_value, is_active, owner_type, created_at, updated_at)
         VALUES ($1, gen_random_uuid(), 'Old', 4, '1234', '1234', '1234', true, 1, now(), now())",
    )
    .bind(PROJECT)
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    let attempted = attempt(&site, &site.admin(), CardReading::Dec, &kept).await.unwrap();
    assert_eq!((errors(&attempted), attempted.duplicates_count), (vec![], 1), "what was exported comes back");
}

#[tokio::test]
async fn an_import_reaches_no_further_than_who_imports() {
    let site = Site::start().await;
    let boriss = site.card(BORIS, "78").await;
    site.rule(AccessRule { name: "Depot".into(), ..lets(BORIS, DOOR_2) }).await;
    let role = [
        Permission::CanImportIdentifiers,
        Permission::CanEditIdentifier,
        Permission::CanViewUsers,
        Permission::CanViewAccessRules,
        Permission::CanViewDevices,
    ];
    let manager = testing::someone(PROJECT, 7, role, &[BUILDING_1]);
    let table = format!("{HEADING}A,card,1,{BORIS},,,,,,\nB,card,2,{ANNA},,Depot,,,,\nC,card,78,{ANNA},,,,,,\nD,card,3,{ANNA},,,,,,\n");
    let attempted = attempt(&site, &manager, CardReading::Dec, &table).await.unwrap();
    let related = "invalid related entity sent";
    assert_eq!(errors(&attempted), [(0, "owner", related), (1, "rules", "invalid related entity sent: Depot")]);
    assert_eq!((attempted.created, attempted.duplicates[0].existing.clone(), attempted.duplicates[0].is_replaceable), (1, None, false));
    assert!(!format!("{attempted:?}").contains(&boriss.name));

    let mine = attempt(&site, &manager, CardReading::Dec, &format!("{HEADING}D,card,3,{ANNA},,,,,,\n")).await.unwrap();
    for stranger in [site.admin(), testing::administrator(OTHER_PROJECT)] {
        let refused = carry_out(&site, &stranger, ImportAction::Skip, &mine.filepath).await.unwrap_err();
        assert_eq!(refused.message(), "invalid file");
    }
    let without = testing::someone(PROJECT, 7, [Permission::CanEditIdentifier], &[BUILDING_1]);
    assert_eq!(carry_out(&site, &without, ImportAction::Skip, &mine.filepath).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(carry_out(&site, &manager, ImportAction::Skip, &mine.filepath).await.unwrap(), (1, 0, 0));
}

#[tokio::test]
async fn calls_at_once_import_a_table_once() {
    let site = Site::start().await;
    let admin = site.admin();
    let rows: String = (1..=500).map(|number| format!("Card {number},card,{number},{ANNA},,,,,,\n")).collect();
    let attempted = attempt(&site, &admin, CardReading::Dec, &format!("{HEADING}{rows}")).await.unwrap();
    let answers = futures::future::join_all((0..4).map(|_| carry_out(&site, &admin, ImportAction::Skip, &attempted.filepath))).await;
    for answer in answers {
        match answer {
            Ok(counts) => assert_eq!(counts, (500, 0, 0)),
            Err(refused) => assert!(["can't perform action", "invalid file"].contains(&refused.message()), "{refused:?}"),
        }
    }
    assert_eq!(carry_out(&site, &admin, ImportAction::Skip, &attempted.filepath).await.unwrap(), (500, 0, 0));
    let page = site.identifiers.list_identifiers(site.by(&admin, ListIdentifiersRequest::default())).await.unwrap().into_inner();
    assert_eq!(page.total, 500);
}

#[tokio::test]
async fn a_card_that_doors_have_refused_says_how_a_table_is_read() {
    let site = Site::start().await;
    let refused = EventArrived {
        project_id: PROJECT,
        category: "access".into(),
        code: "access_denied_by_unknown_card".into(),
        device_id: DOOR_1,
        identifier_type: "card".into(),
        identifier_number: "0013961168".into(),
        ..Default::default()
    };
    let table = format!("{HEADING}A,card,D007D500,,,,,,,\nB,card,11223344,,,,,,,\n");
    let before = attempt(&site, &site.admin(), CardReading::Auto, &table).await.unwrap();
    assert_eq!(before.format(), CardReading::Unspecified, "somebody has to choose");
    site.deliver("device.event.arrived", &refused).await;
    site.deliver("device.event.arrived", &refused).await;
    let attempted = attempt(&site, &site.admin(), CardReading::Auto, &table).await.unwrap();
    assert_eq!(attempted.format(), CardReading::HexReversed);
    assert_eq!(attempted.readings.iter().map(|hits| hits.known).collect::<Vec<_>>(), [0, 0, 1, 0]);
    let foreign = attempt(&site, &testing::administrator(OTHER_PROJECT), CardReading::Auto, &table).await.unwrap();
    assert_eq!(foreign.format(), CardReading::Unspecified);
}

pub async fn replace(site: &Site, caller: &Caller, table: &str) -> Result<(i32, i32, i32), Status> {
    let attempted = attempt(site, caller, CardReading::Dec, table).await?;
    carry_out(site, caller, ImportAction::Replace, &attempted.filepath).await
}

#[tokio::test]
async fn a_table_replaces_only_what_it_has_columns_of() {
    let site = Site::start().await;
    let admin = site.admin();
    let table = format!("{HEADING}Blue,card,77,{ANNA},,,2026-11-23T08:00:00Z,2026-12-01T18:00:00Z,,\n");
    assert_eq!(replace(&site, &admin, &table).await.unwrap(), (1, 0, 0));
    let before = listed(&site).await.remove(0);
    assert_eq!(replace(&site, &admin, "name,type,value\nGreen,card,77\n").await.unwrap(), (0, 1, 0));
    let kept = |card: &Identifier| (card.owner.clone(), card.domain.clone(), card.period_restrict_active, card.period_restrict_from);
    let after = listed(&site).await.remove(0);
    assert_eq!((after.name.as_str(), kept(&after), after.period_restrict_to), ("Green", kept(&before), before.period_restrict_to));
    assert!(after.owner.is_some() && after.domain.is_some() && after.period_restrict_active);

    replace(&site, &admin, "name,type,value,valid_to\nGreen,card,77,2026-12-24T18:00:00Z\n").await.unwrap();
    let longer = listed(&site).await.remove(0);
    assert_eq!(kept(&longer), kept(&before));
    assert!(longer.period_restrict_to.map(|at| at.seconds) > before.period_restrict_to.map(|at| at.seconds));
    let backwards = replace(&site, &admin, "name,type,value,valid_to\nGreen,card,77,2026-11-01T18:00:00Z\n").await.unwrap_err();
    assert_eq!((backwards.code(), listed(&site).await.remove(0)), (Code::InvalidArgument, longer));
    replace(&site, &admin, "name,type,value,owner,group,valid_from,valid_to\nGreen,card,77,,,,\n").await.expect("empty cells say that there is none");
    let emptied = listed(&site).await.remove(0);
    assert_eq!(kept(&emptied), (None, None, false, None));
}

#[tokio::test]
async fn a_table_replaces_nothing_of_somebody_who_has_left_the_reach_of_who_made_it() {
    let site = Site::start().await;
    let role = [Permission::CanImportIdentifiers, Permission::CanCreateIdentifier, Permission::CanEditIdentifier, Permission::CanViewUsers];
    let manager = testing::someone(PROJECT, 7, role, &[BUILDING_1]);
    site.try_card(&manager, ANNA, "77").await.unwrap();
    site.deliver("identity.user.changed", &user(PROJECT, ANNA, BUILDING_2, 2)).await;
    let attempted = attempt(&site, &manager, CardReading::Dec, "name,type,value,owner\nMine,card,77,\n").await.unwrap();
    assert_eq!((attempted.duplicates_count, attempted.duplicates[0].is_replaceable), (1, false));
    let refused = carry_out(&site, &manager, ImportAction::Replace, &attempted.filepath).await.unwrap_err();
    assert_eq!((refused.code(), listed(&site).await[0].name.as_str()), (Code::InvalidArgument, "card 77"));
    assert_eq!(carry_out(&site, &manager, ImportAction::Skip, &attempted.filepath).await.unwrap(), (0, 0, 1));
}

#[tokio::test]
async fn two_faces_without_a_name_are_two() {
    let site = Site::start().await;
    let license = LicenseChanged { project_id: PROJECT, version: 2, features: vec!["face_id".into()], ..Default::default() };
    site.deliver("licensing.license.changed", &license).await;
    let table = format!("{HEADING}A,face,,{ANNA},,,,,,\nB,face,,{BORIS},,,,,,\n");
    for created in [2, 4] {
        let attempted = attempt(&site, &site.admin(), CardReading::Dec, &table).await.unwrap();
        assert_eq!((errors(&attempted), attempted.created), (vec![], 2));
        carry_out(&site, &site.admin(), ImportAction::Skip, &attempted.filepath).await.unwrap();
        assert_eq!(listed(&site).await.len(), created);
    }
}

#[tokio::test]
async fn a_table_that_comes_slowly_holds_up_no_other_project() {
    let site = Site::start().await;
    let peers = Peers::new(&site.app.context.settings).unwrap();
    peers.add("access", Routes::new(IdentifiersServer::new(access::rpc::identifier::IdentifiersService(access::app::App::new(&site.app.context)))));
    let begin = FileChunk { file_name: "cards.csv".into(), data: HEADING.as_bytes().to_vec(), ..Default::default() };
    let begin = ImportIdentifiersRequest { format: CardReading::Dec.into(), file: Some(begin) };
    let endless = site.by(&site.admin(), tokio_stream::iter([begin]).chain(tokio_stream::pending()));
    let mut client = IdentifiersClient::new(peers.peer("access"));
    let slow = tokio::spawn(async move { client.import_identifiers(endless).await.map(|_| ()) });
    tokio::task::yield_now().await;
    let attempted = attempt(&site, &testing::administrator(OTHER_PROJECT), CardReading::Dec, &format!("{HEADING}A,card,1,,,,,,,\n")).await.unwrap();
    assert_eq!((attempted.created, slow.is_finished()), (1, false));
    slow.abort();
}
