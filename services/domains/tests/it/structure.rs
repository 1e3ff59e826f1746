//! Import and export of a group's structure. Identity and access are stood in for.
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use domains::jobs::structure_import_recovery;
use domains::rpc::StructureService;
use futures::{StreamExt, TryStreamExt, stream};
use kit::Clock;
use kit::realtime::{Audience, Push};
use policy::{Caller, Permission};
use proto::vestibule::access::v1::{
    Identifier, ImportStructureIdentifiersRequest, ImportStructureIdentifiersResponse, ListIdentifiersRequest, ListIdentifiersResponse,
    StructureIdentifier, StructureIdentifierResult, StructureIdentifiersRequest,
};
use proto::vestibule::common::v1::{FileChunk, Ref, RowError};
use proto::vestibule::domains::v1::structures_client::StructuresClient;
use proto::vestibule::domains::v1::structures_server::StructuresServer;
use proto::vestibule::domains::v1::{ExportStructureRequest, GroupKind, ImportStructureRequest, ImportStructureResponse};
use proto::vestibule::identity::v1::{
    ImportStructureUsersRequest, ImportStructureUsersResponse, ListUsersRequest, ListUsersResponse, StructureUser, StructureUserResult,
    StructureUsersRequest, User,
};
use testing::{PROJECT, StandIn, administrator, group_administrator};
use tonic::service::Routes;
use tonic::{Code, Request, Status};

use crate::site::{Site, detail};

/// What identity and access hold.
#[derive(Default)]
struct StandIns {
    users: Vec<(i64, StructureUser)>,
    identifiers: Vec<StructureIdentifier>,
    undone: Vec<&'static str>,
    finished: Vec<&'static str>,
    /// Access cannot be reached for anything but looking.
    is_access_away: bool,
    /// Identity takes so long to look at users.
    slowness: time::Duration,
}

type Shared = Arc<Mutex<StandIns>>;

fn stand_ins(site: &Site) -> Shared {
    let shared = Shared::default();
    let peers = &site.app.context.peers;
    peers.add("identity", identity(&shared, site.app.context.clock.clone()));
    peers.add("access", access(&shared));
    peers.add("domains", Routes::new(StructuresServer::new(StructureService(site.service()))));
    shared
}

fn identity(shared: &Shared, clock: Clock) -> Routes {
    let (import, undo, finish, list) = (shared.clone(), shared.clone(), shared.clone(), shared.clone());
    StandIn::default()
        .answer("vestibule.identity.v1.ImportedUsers/ImportStructureUsers", move |request: Request<ImportStructureUsersRequest>| {
            let (mut stand_ins, request) = (import.lock().unwrap(), request.into_inner());
            if request.validate_only {
                clock.advance(stand_ins.slowness);
            }
            let nobody = request.users.iter().filter(|user| user.role == "nobody");
            let errors: Vec<RowError> =
                nobody.map(|user| RowError { index: user.index, field: "role".into(), message: "invalid related entity sent".into() }).collect();
            if !errors.is_empty() {
                return Ok(ImportStructureUsersResponse { users: Vec::new(), errors });
            }
            let users = request.users.into_iter().map(|user| stand_ins.user(user, request.validate_only)).collect();
            Ok(ImportStructureUsersResponse { users, errors: Vec::new() })
        })
        .answer("vestibule.identity.v1.ImportedUsers/UndoStructureUsers", move |_: Request<StructureUsersRequest>| {
            let mut stand_ins = undo.lock().unwrap();
            stand_ins.users.clear();
            stand_ins.undone.push("users");
            Ok(())
        })
        .answer("vestibule.identity.v1.ImportedUsers/FinishStructureUsers", move |_: Request<StructureUsersRequest>| {
            finish.lock().unwrap().finished.push("users");
            Ok(())
        })
        .answer("vestibule.identity.v1.Users/ListUsers", move |request: Request<ListUsersRequest>| {
            let stand_ins = list.lock().unwrap();
            let asked = request.into_inner().filters;
            let groups = |user: &StructureUser| user.domain_ids.iter().map(|id| Ref { id: *id, name: String::new() }).collect::<Vec<_>>();
            let in_asked = |user: &StructureUser| user.domain_ids.iter().any(|id| names(&asked, *id));
            let user = |(id, user): &(i64, StructureUser)| User {
                id: *id,
                name: user.name.clone(),
                email: Some(user.email.clone()).filter(|email| !email.is_empty()),
                domains: groups(user),
                ..User::default()
            };
            Ok(ListUsersResponse { items: stand_ins.users.iter().filter(|(_, user)| in_asked(user)).map(user).collect(), ..Default::default() })
        })
        .routes()
}

fn access(shared: &Shared) -> Routes {
    let (import, undo, finish, list) = (shared.clone(), shared.clone(), shared.clone(), shared.clone());
    StandIn::default()
        .answer("vestibule.access.v1.ImportedIdentifiers/ImportStructureIdentifiers", move |request: Request<ImportStructureIdentifiersRequest>| {
            let (mut stand_ins, request) = (import.lock().unwrap(), request.into_inner());
            if stand_ins.is_access_away && !request.validate_only {
                return Err(Status::unavailable("away"));
            }
            let identifiers = request.identifiers.into_iter().map(|sent| stand_ins.identifier(sent, request.validate_only)).collect();
            Ok(ImportStructureIdentifiersResponse { identifiers, errors: Vec::new() })
        })
        .answer("vestibule.access.v1.ImportedIdentifiers/UndoStructureIdentifiers", move |_: Request<StructureIdentifiersRequest>| {
            let mut stand_ins = undo.lock().unwrap();
            stand_ins.identifiers.clear();
            stand_ins.undone.push("identifiers");
            Ok(())
        })
        .answer("vestibule.access.v1.ImportedIdentifiers/FinishStructureIdentifiers", move |_: Request<StructureIdentifiersRequest>| {
            finish.lock().unwrap().finished.push("identifiers");
            Ok(())
        })
        .answer("vestibule.access.v1.Identifiers/ListIdentifiers", move |request: Request<ListIdentifiersRequest>| {
            let stand_ins = list.lock().unwrap();
            let asked = request.into_inner().filters;
            let is_asked = |one: &&StructureIdentifier| match asked.contains("domain_id") {
                true => one.owner_id == 0 && names(&asked, one.domain_id),
                false => names(&asked, one.owner_id),
            };
            let identifier = |one: &StructureIdentifier| Identifier {
                r#type: one.r#type,
                value: one.value.clone(),
                value_dec: Some(one.value.clone()),
                owner: Some(Ref { id: one.owner_id, name: String::new() }).filter(|owner| owner.id != 0),
                domain: Some(Ref { id: one.domain_id, name: String::new() }),
                ..Identifier::default()
            };
            Ok(ListIdentifiersResponse { items: stand_ins.identifiers.iter().filter(is_asked).map(identifier).collect(), ..Default::default() })
        })
        .routes()
}

/// Whether the filters name the id.
fn names(filters: &str, id: i64) -> bool {
    let filters: Vec<serde_json::Value> = serde_json::from_str(filters).expect("filters");
    filters.iter().filter_map(|filter| filter["value"].as_array()).flatten().any(|value| value == id)
}

impl StandIns {
    fn user(&mut self, user: StructureUser, validate_only: bool) -> StructureUserResult {
        let is_named = |other: &StructureUser| {
            let is_member = user.domain_ids.iter().any(|group| other.domain_ids.contains(group));
            (other.email.as_str(), other.name.as_str()) == (user.email.as_str(), user.name.as_str()) && (is_member || !user.email.is_empty())
        };
        let is_it = |(id, other): &&(i64, StructureUser)| if user.id == 0 { is_named(other) } else { user.id == *id };
        if let Some((id, _)) = self.users.iter().find(is_it) {
            return StructureUserResult { id: *id, is_new: false };
        }
        if validate_only {
            return StructureUserResult { id: 0, is_new: true };
        }
        let id = 100 + self.users.len() as i64;
        self.users.push((id, user));
        StructureUserResult { id, is_new: true }
    }

    fn identifier(&mut self, sent: StructureIdentifier, validate_only: bool) -> StructureIdentifierResult {
        let unique_value = sent.value.trim_start_matches('0').to_string();
        let is_new = !self.identifiers.iter().any(|other| (&other.value, other.owner_id) == (&sent.value, sent.owner_id));
        if is_new && !validate_only {
            self.identifiers.push(sent);
        }
        StructureIdentifierResult { is_new, unique_value }
    }
}

async fn send(site: &Site, caller: &Caller, id: i64, file: &[u8], dry_run: bool) -> Result<ImportStructureResponse, Status> {
    send_as(site, caller, id, file, dry_run, "t").await
}

async fn send_as(site: &Site, caller: &Caller, id: i64, file: &[u8], dry_run: bool, token: &str) -> Result<ImportStructureResponse, Status> {
    let chunk = |data: &[u8], is_last| FileChunk { file_name: "structure.csv".into(), data: data.to_vec(), is_last, ..FileChunk::default() };
    let request = ImportStructureRequest { id, dry_run, token: token.into(), file: Some(chunk(file, true)), ..Default::default() };
    let mut client = StructuresClient::new(site.app.context.peers.peer("domains"));
    client.import_structure(site.request(caller, stream::iter([request]))).await.map(tonic::Response::into_inner)
}

async fn import(site: &Site, id: i64, table: &str) -> Result<ImportStructureResponse, Status> {
    send(site, &administrator(PROJECT), id, table.as_bytes(), false).await
}

async fn export(site: &Site, request: ExportStructureRequest) -> Vec<u8> {
    export_by(site, &administrator(PROJECT), request).await
}

async fn export_by(site: &Site, caller: &Caller, request: ExportStructureRequest) -> Vec<u8> {
    let mut client = StructuresClient::new(site.app.context.peers.peer("domains"));
    let pieces = client.export_structure(site.request(caller, request)).await.unwrap().into_inner();
    let pieces: Vec<FileChunk> = pieces.try_collect().await.unwrap();
    pieces.into_iter().flat_map(|piece| piece.data).collect()
}

fn made(answer: &ImportStructureResponse) -> [i32; 5] {
    [answer.rows, answer.domains_created, answer.users_created, answer.identifiers_created, answer.unchanged]
}

const HOUSE: &str = "\
Group path,Type,Logical address,Apartment,User name,E-mail,Card dec,Access code,SIP count,Send invitation
House 1,building,1,,,,,,,
House 1 / Floor 2,floor,2,,,,,,,
House 1 / Floor 2,,,7,Anna,anna@example.org,13961168,,2,yes
House 1 / Floor 2,,,7,Boris,,,4711,,
House 1 / Floor 2,,,8,Anna,anna@example.org,13961168,,,
";

async fn prepared() -> (Site, Shared, i64) {
    let site = Site::start().await;
    let stand_ins = stand_ins(&site);
    for (name, kind) in [("building", GroupKind::Building), ("floor", GroupKind::Floor), ("apartment", GroupKind::Apartment)] {
        site.group_type(name, kind).await;
    }
    let harbour = site.group("Harbour", None).await;
    (site, stand_ins, harbour)
}

#[tokio::test]
async fn a_table_makes_groups_users_and_identifiers() {
    let (site, stand_ins, harbour) = prepared().await;
    assert_eq!(made(&import(&site, harbour, HOUSE).await.unwrap()), [5, 4, 2, 2, 0]);
    assert_eq!(site.names(&administrator(PROJECT), "").await, ["7", "8", "Floor 2", "Harbour", "House 1"]);
    let stand_ins = stand_ins.lock().unwrap();
    let [anna, boris] = &stand_ins.users[..] else { panic!("{:?}", stand_ins.users) };
    assert_eq!((anna.1.name.as_str(), anna.1.domain_ids.len(), anna.1.send_invitation), ("Anna", 2, true));
    assert_eq!((boris.1.name.as_str(), boris.1.domain_ids.len()), ("Boris", 1));
    assert_eq!(
        stand_ins.identifiers.iter().map(|one| (one.value.as_str(), one.owner_id)).collect::<Vec<_>>(),
        [("13961168", anna.0), ("4711", boris.0)]
    );
    assert_eq!((stand_ins.undone.len(), stand_ins.finished.len()), (0, 2));
}

#[tokio::test]
async fn a_table_that_is_imported_again_changes_nothing() {
    let (site, _, harbour) = prepared().await;
    import(&site, harbour, HOUSE).await.unwrap();
    let before = site.app.events().await.len();
    assert_eq!(made(&import(&site, harbour, HOUSE).await.unwrap()), [5, 0, 0, 0, 5]);
    assert_eq!(site.app.events().await.len(), before);
}

#[tokio::test]
async fn what_is_exported_is_imported_again_and_changes_nothing() {
    let (site, stand_ins, harbour) = prepared().await;
    import(&site, harbour, HOUSE).await.unwrap();
    let same = "group path,type\nTwins,building\n";
    import(&site, harbour, same).await.unwrap();
    site.create(
        &administrator(PROJECT),
        proto::vestibule::domains::v1::Group { name: "Twins".into(), parent_id: Some(harbour), ..Default::default() },
    )
    .await
    .unwrap();
    let file = export(&site, ExportStructureRequest { id: harbour, ..Default::default() }).await;
    let again = send(&site, &administrator(PROJECT), harbour, &file, false).await.unwrap();
    assert_eq!(made(&again)[1..4], [0, 0, 0]);
    assert_eq!(again.rows, again.unchanged);
    assert_eq!(stand_ins.lock().unwrap().users.len(), 2);
}

/// Somebody who belongs to groups, without an e-mail.
fn nameless(name: &str, domain_ids: &[i64]) -> StructureUser {
    StructureUser { name: name.into(), role: "User".into(), domain_ids: domain_ids.to_vec(), ..Default::default() }
}

fn card(value: &str, owner_id: i64, domain_id: i64) -> StructureIdentifier {
    let kind = proto::vestibule::access::v1::IdentifierType::Card;
    StructureIdentifier { r#type: kind.into(), value: value.into(), owner_id, domain_id, ..Default::default() }
}

#[tokio::test]
async fn somebody_without_an_e_mail_in_two_groups_with_a_card_is_imported_again_as_they_are() {
    let (site, stand_ins, harbour) = prepared().await;
    let (east, west) = (site.group("East", Some(harbour)).await, site.group("West", Some(harbour)).await);
    {
        let mut stand_ins = stand_ins.lock().unwrap();
        stand_ins.users.push((100, nameless("Vera", &[east, west])));
        stand_ins.identifiers.push(card("11", 100, east));
    }
    let file = export(&site, ExportStructureRequest { id: harbour, ..Default::default() }).await;
    let again = send(&site, &administrator(PROJECT), harbour, &file, false).await.unwrap();
    assert_eq!(made(&again), [2, 0, 0, 0, 2]);
}

#[tokio::test]
async fn two_people_of_one_name_in_one_group_are_imported_again_as_they_are() {
    let (site, stand_ins, harbour) = prepared().await;
    let flat = site.group("Flat", Some(harbour)).await;
    {
        let mut stand_ins = stand_ins.lock().unwrap();
        stand_ins.users.extend([(100, nameless("Ivan", &[flat])), (101, nameless("Ivan", &[flat]))]);
        stand_ins.identifiers.extend([card("11", 100, flat), card("12", 101, flat)]);
    }
    let file = export(&site, ExportStructureRequest { id: harbour, ..Default::default() }).await;
    let again = send(&site, &administrator(PROJECT), harbour, &file, false).await.unwrap();
    assert_eq!(made(&again), [2, 0, 0, 0, 2]);
}

#[tokio::test]
async fn whoever_may_make_no_users_imports_again_what_they_exported() {
    let (site, _, harbour) = prepared().await;
    import(&site, harbour, HOUSE).await.unwrap();
    let maker = testing::someone(PROJECT, 5, [Permission::CanCreateDescendantDomain], &[harbour]);
    let file = export_by(&site, &maker, ExportStructureRequest { id: harbour, ..Default::default() }).await;
    let again = send(&site, &maker, harbour, &file, false).await.unwrap();
    assert_eq!((made(&again)[1..4].to_vec(), again.rows), (vec![0, 0, 0], again.unchanged));
    let refused = send(&site, &maker, harbour, b"group path,user name\nHouse 1,Olga\n", false).await.unwrap_err();
    assert_eq!(detail(&refused).1["rows"], serde_json::json!([{ "index": 0, "field": "user name", "message": "action prohibited" }]));
}

#[tokio::test]
async fn an_export_of_a_part_is_imported_again_and_changes_nothing() {
    let (site, stand_ins, harbour) = prepared().await;
    import(&site, harbour, HOUSE).await.unwrap();
    let elsewhere = site.group("Elsewhere", None).await;
    stand_ins.lock().unwrap().users[1].1.domain_ids.push(elsewhere);
    let list = proto::vestibule::domains::v1::ListGroupsRequest { search: "Floor 2".into(), ..Default::default() };
    let floor = site.list(&administrator(PROJECT), list).await.unwrap().items[0].id;
    // Who sees the floor and what is in it, and of its people not the other group that they are in.
    let keeper = group_administrator(PROJECT, 6, &[floor]);
    let file = export_by(&site, &keeper, ExportStructureRequest { id: floor, ..Default::default() }).await;
    let again = send(&site, &keeper, floor, &file, false).await.unwrap();
    assert_eq!((made(&again)[1..4].to_vec(), again.rows), (vec![0, 0, 0], again.unchanged));
}

#[tokio::test]
async fn an_export_has_the_groups_of_a_type_with_what_leads_to_them() {
    let (site, _, harbour) = prepared().await;
    import(&site, harbour, HOUSE).await.unwrap();
    let types = site.list_types().await;
    let file = export(&site, ExportStructureRequest { id: harbour, domain_type: Some(types["floor"]), ..Default::default() }).await;
    let elsewhere = site.group("Elsewhere", None).await;
    assert_eq!(made(&send(&site, &administrator(PROJECT), elsewhere, &file, false).await.unwrap()), [2, 2, 0, 0, 0]);
}

#[tokio::test]
async fn errors_are_published_per_row_and_nothing_is_made() {
    let (site, stand_ins, harbour) = prepared().await;
    let table = "group path,type,logical address,user name,e-mail,role\n\
                 House 1,building,1,,,\n\
                 House 2,castle,,,,\n\
                 House 3,building,0,,,\n\
                 House 4,,,Anna,nobody,\n\
                 House 5,building,1,,,\n\
                 House 6,,,Boris,b@example.org,nobody\n";
    let refused = import(&site, harbour, table).await.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    let expected = [
        (1, "type", "unknown type"),
        (2, "logical address", "must be within 0001 - 9999"),
        (3, "e-mail", "must be e-mail"),
        (4, "logical address", "group with the same type and logical address exists"),
        (5, "role", "invalid related entity sent"),
    ];
    let rows = detail(&refused).1["rows"].as_array().unwrap().clone();
    let rows: Vec<_> =
        rows.iter().map(|row| (row["index"].as_i64().unwrap(), row["field"].as_str().unwrap(), row["message"].as_str().unwrap())).collect();
    assert_eq!(rows, expected);
    assert_eq!(site.names(&administrator(PROJECT), "").await, ["Harbour"]);
    let dry = send(&site, &administrator(PROJECT), harbour, table.as_bytes(), true).await.unwrap();
    assert_eq!((dry.errors.len(), dry.domains_created), (5, 6));
    assert!(stand_ins.lock().unwrap().users.is_empty());
}

#[tokio::test]
async fn every_mistake_of_a_row_is_published_at_once() {
    let (site, _, harbour) = prepared().await;
    let table = "group path,user name,e-mail,role\nHouse 1,Anna,anna at example,nobody\n";
    let dry = send(&site, &administrator(PROJECT), harbour, table.as_bytes(), true).await.unwrap();
    let published: Vec<_> = dry.errors.iter().map(|error| (error.index, error.field.as_str())).collect();
    assert_eq!(published, [(0, "e-mail"), (0, "role")]);
}

#[tokio::test]
async fn a_dry_run_says_what_would_be_made_and_makes_nothing() {
    let (site, stand_ins, harbour) = prepared().await;
    let dry = send(&site, &administrator(PROJECT), harbour, HOUSE.as_bytes(), true).await.unwrap();
    assert_eq!((made(&dry), dry.errors.len()), ([5, 4, 2, 2, 0], 0));
    assert_eq!(site.names(&administrator(PROJECT), "").await, ["Harbour"]);
    let stand_ins = stand_ins.lock().unwrap();
    assert_eq!((stand_ins.users.len(), stand_ins.identifiers.len()), (0, 0));
}

#[tokio::test]
async fn a_step_that_fails_undoes_the_steps_before() {
    let (site, stand_ins, harbour) = prepared().await;
    stand_ins.lock().unwrap().is_access_away = true;
    assert_eq!(import(&site, harbour, HOUSE).await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(site.names(&administrator(PROJECT), "").await, ["Harbour"]);
    {
        let mut stand_ins = stand_ins.lock().unwrap();
        assert_eq!((stand_ins.users.len(), stand_ins.undone.as_slice()), (0, &["identifiers", "users"][..]));
        stand_ins.is_access_away = false;
    }
    assert_eq!(made(&import(&site, harbour, HOUSE).await.unwrap()), [5, 4, 2, 2, 0]);
}

#[tokio::test]
async fn an_import_that_takes_more_than_an_hour_is_undone() {
    let (site, stand_ins, harbour) = prepared().await;
    stand_ins.lock().unwrap().slowness = time::Duration::minutes(60);
    assert_eq!(import(&site, harbour, HOUSE).await.unwrap_err().code(), Code::Unavailable);
    assert_eq!(site.names(&administrator(PROJECT), "").await, ["Harbour"]);
    let stand_ins = stand_ins.lock().unwrap();
    assert_eq!((stand_ins.users.len(), stand_ins.identifiers.len(), stand_ins.undone.as_slice()), (0, 0, &["identifiers", "users"][..]));
}

/// The console's own words: `features/structure/import/progress.ts`.
#[tokio::test]
async fn whoever_imports_hears_how_far_it_is() {
    let (site, _, harbour) = prepared().await;
    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pushes = client.get_async_pubsub().await.unwrap();
    pushes.subscribe(kit::realtime::channel(&site.app.context.settings)).await.unwrap();
    // Every test's pushes go through the same channel; this name is this test's own.
    let token = uuid::Uuid::new_v4().simple().to_string();
    send_as(&site, &administrator(PROJECT), harbour, HOUSE.as_bytes(), false, &token).await.unwrap();
    let mut received = pushes.into_on_message();
    let mut phases: Vec<String> = Vec::new();
    let listening = async {
        while phases.last().is_none_or(|phase| phase != "done") {
            let Ok(text) = received.next().await.unwrap().get_payload::<String>() else { continue };
            let Ok(push) = serde_json::from_str::<Push>(&text) else { continue };
            if push.data["token"] != token.as_str() {
                continue;
            }
            let user = administrator(PROJECT).user_id;
            assert_eq!(
                (push.project_id, push.topic.as_str(), &push.data["type"]),
                (PROJECT, format!("private-users.{user}").as_str(), &"structure_import".into())
            );
            assert!(matches!(push.audience, Audience::User(id) if id == user));
            assert!(push.data["done"].as_i64().unwrap() <= push.data["total"].as_i64().unwrap());
            phases.push(push.data["phase"].as_str().unwrap().to_string());
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), listening).await.unwrap();
    phases.dedup();
    assert_eq!(phases, ["reading", "checking", "users", "identifiers", "groups", "done"]);
}

/// An import as a crash leaves it.
async fn left(site: &Site, is_made: bool) {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query("INSERT INTO structure_imports (import_id, project_id, user_id, is_made, lease_until, started_at) VALUES ($1, 1, 1, $2, $3, $3)")
        .bind(uuid::Uuid::new_v4())
        .bind(is_made)
        .bind(testing::NOW)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn an_import_that_a_crash_left_is_undone_and_one_that_was_made_is_finished() {
    let (site, stand_ins, _) = prepared().await;
    left(&site, false).await;
    structure_import_recovery::recover(&site.app.context).await.unwrap();
    assert!(stand_ins.lock().unwrap().undone.is_empty(), "it may still go on");
    site.app.context.clock.advance(time::Duration::minutes(1));
    structure_import_recovery::recover(&site.app.context).await.unwrap();
    assert_eq!(stand_ins.lock().unwrap().undone, ["identifiers", "users"]);
    left(&site, true).await;
    structure_import_recovery::recover(&site.app.context).await.unwrap();
    structure_import_recovery::recover(&site.app.context).await.unwrap();
    let stand_ins = stand_ins.lock().unwrap();
    assert_eq!((stand_ins.undone.len(), stand_ins.finished.as_slice()), (2, &["identifiers", "users"][..]));
}

#[tokio::test]
async fn users_are_made_where_the_caller_may_make_them() {
    let (site, _, harbour) = prepared().await;
    let maker = testing::someone(PROJECT, 5, [Permission::CanCreateDescendantDomain], &[harbour]);
    let refused = send(&site, &maker, harbour, b"group path,user name\nA,\nA,Anna\n", false).await.unwrap_err();
    assert_eq!(detail(&refused).1["rows"], serde_json::json!([{ "index": 1, "field": "user name", "message": "action prohibited" }]));
    assert!(send(&site, &group_administrator(PROJECT, 6, &[harbour]), harbour, b"group path,user name\nA,Anna\n", false).await.is_ok());
    let other = site.group("Other", None).await;
    assert_eq!(send(&site, &maker, other, b"group path\nA\n", false).await.unwrap_err().code(), Code::NotFound);
}

#[tokio::test]
async fn rows_of_one_group_must_agree_and_with_what_is_there() {
    let (site, _, harbour) = prepared().await;
    import(&site, harbour, "group path,type,logical address,sip count\nHouse,building,1,3\n").await.unwrap();
    let refused =
        import(&site, harbour, "group path,type,logical address,sip count\nHouse,floor,1,4\nNew,building,2,\nNew,building,3,\n").await.unwrap_err();
    let rows = detail(&refused).1["rows"].as_array().unwrap().clone();
    let fields: Vec<_> = rows.iter().map(|row| (row["index"].as_i64().unwrap(), row["field"].as_str().unwrap().to_string())).collect();
    let expected = [(0, "logical address"), (0, "sip count"), (0, "type"), (2, "logical address")];
    assert_eq!(fields, expected.map(|(index, field)| (index, field.to_string())));
    assert!(rows.iter().all(|row| row["message"] == "differs from what is there"));
}

#[tokio::test]
async fn a_count_that_an_import_brought_is_corrected_on_the_group_and_not_by_a_table() {
    let (site, _, harbour) = prepared().await;
    let admin = administrator(PROJECT);
    import(&site, harbour, "group path,sip count,app count\nHouse,3,4\n").await.unwrap();
    let list = proto::vestibule::domains::v1::ListGroupsRequest { search: "House".into(), ..Default::default() };
    let house = site.list(&admin, list).await.unwrap().items.remove(0);
    assert_eq!((house.sip_count, house.app_count), (Some(3), Some(4)));
    assert!(import(&site, harbour, "group path,sip count\nHouse,5\n").await.is_err());
    let corrected = proto::vestibule::domains::v1::Group { sip_count: Some(5), app_count: None, ..Default::default() };
    let saved = site.update(&admin, house.id, &["sip_count", "app_count"], corrected).await.unwrap();
    assert_eq!((saved.name.as_str(), saved.sip_count, saved.app_count), ("House", Some(5), None));
    let again = import(&site, harbour, "group path,sip count,app count\nHouse,5,6\n").await.unwrap();
    assert_eq!(made(&again), [1, 0, 0, 0, 0]);
}

#[tokio::test]
async fn a_file_that_is_no_table_is_refused_in_the_catalogues_words() {
    let (site, _, harbour) = prepared().await;
    let words = HashMap::from([("wrong file body", "name\nAnna\n"), ("invalid file", "group path\n\"a\u{0}b\"\n")]);
    for (message, file) in words {
        assert_eq!(detail(&import(&site, harbour, file).await.unwrap_err()).0, message);
    }
}

/// What is wrong with which row: index, heading, message.
async fn wrong(site: &Site, id: i64, table: &str) -> Vec<(i64, String, String)> {
    let rows = detail(&import(site, id, table).await.unwrap_err()).1["rows"].clone();
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().expect("a text").to_string();
    let rows = rows.as_array().expect("rows").clone();
    rows.iter().map(|row| (row["index"].as_i64().expect("an index"), text(row, "field"), text(row, "message"))).collect()
}

fn problems<const N: usize>(problems: [(i64, &str, &str); N]) -> Vec<(i64, String, String)> {
    problems.into_iter().map(|(index, field, message)| (index, field.into(), message.into())).collect()
}

#[tokio::test]
async fn cells_that_cannot_be_are_published_by_row_and_heading() {
    let (site, _, harbour) = prepared().await;
    let table = "\
Group path,User name,E-mail,SIP count,Send invitation
House 1,,,many,
House 1,Anna,,,perhaps
House 1,Boris,,,yes
";
    let expected = problems([
        (0, "sip count", "must be a number"),
        (1, "send invitation", "must be one of: yes, no"),
        (2, "e-mail", "e-mail required for registration"),
    ]);
    assert_eq!(wrong(&site, harbour, table).await, expected);
    assert_eq!(site.names(&administrator(PROJECT), "").await, ["Harbour"]);
}

#[tokio::test]
async fn a_group_that_cannot_be_published_from_another_of_its_name_is_no_place_for_anybody() {
    let (site, _, harbour) = prepared().await;
    for _ in 0..2 {
        site.group("Twins", Some(harbour)).await;
    }
    let ambiguous = problems([(0, "group path", "several groups have this name")]);
    assert_eq!(wrong(&site, harbour, "Group path,User name\nTwins,Anna\n").await, ambiguous);
}
