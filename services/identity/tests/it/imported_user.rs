//! Users that come with a structure, as domains imports it.
use identity::rpc::ImportedUserService;
use policy::{Caller, Permission};
use proto::vestibule::events::v1::{MailRequested, UserChanged};
use proto::vestibule::identity::v1::imported_users_server::ImportedUsers;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::{
    ImportStructureUsersRequest, ImportStructureUsersResponse, ListUsersRequest, StructureUser, StructureUsersRequest,
};
use testing::service;
use tonic::{Code, Status};

use crate::site::{Site, fields};

const IMPORT: &str = "7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0f";

fn user(site: &Site, index: i32, name: &str) -> StructureUser {
    StructureUser { index, name: name.into(), email: site.email(name), role: "User".into(), domain_ids: vec![11, 4711], ..Default::default() }
}

async fn send(site: &Site, caller: &Caller, users: Vec<StructureUser>, validate_only: bool) -> Result<ImportStructureUsersResponse, Status> {
    let request = ImportStructureUsersRequest { import_id: IMPORT.into(), validate_only, users, role_id: 0 };
    ImportedUserService(site.identity.clone()).import_structure_users(site.request(caller, request)).await.map(tonic::Response::into_inner)
}

async fn undo(site: &Site, caller: &Caller) -> Result<(), Status> {
    let request = site.request(caller, StructureUsersRequest { import_id: IMPORT.into() });
    ImportedUserService(site.identity.clone()).undo_structure_users(request).await.map(|_| ())
}

async fn finish(site: &Site) {
    let request = site.request(&service(site.project, "domains"), StructureUsersRequest { import_id: IMPORT.into() });
    ImportedUserService(site.identity.clone()).finish_structure_users(request).await.unwrap();
}

async fn names(site: &Site) -> Vec<String> {
    let request = site.request(&site.admin, ListUsersRequest::default());
    let list = site.users().list_users(request).await.unwrap().into_inner();
    list.items.into_iter().map(|user| user.name).collect()
}

fn errors(answer: &ImportStructureUsersResponse) -> Vec<(i32, &str, &str)> {
    answer.errors.iter().map(|error| (error.index, error.field.as_str(), error.message.as_str())).collect()
}

#[tokio::test]
async fn users_are_made_once_however_often_they_are_asked_for() {
    let site = Site::start().await;
    let users = || vec![user(&site, 0, "anna"), user(&site, 3, "boris")];
    let validated = send(&site, &site.admin, users(), true).await.unwrap();
    assert!(validated.users.iter().all(|user| user.is_new && user.id == 0));
    assert_eq!(names(&site).await, ["Alex"]);
    let made = send(&site, &site.admin, users(), false).await.unwrap();
    assert_eq!(send(&site, &site.admin, users(), false).await.unwrap().users, made.users);
    assert_eq!(names(&site).await, ["Alex", "anna", "boris"]);
    let published: Vec<UserChanged> = site.events("identity.user.changed").await;
    let anna = published.iter().find(|user| user.name == "anna").unwrap();
    assert_eq!((anna.id, anna.domain_ids.as_slice(), anna.is_active), (made.users[0].id, &[11, 4711][..], true));
}

#[tokio::test]
async fn whoever_is_there_is_not_made() {
    let site = Site::start().await;
    send(&site, &site.admin, vec![user(&site, 0, "anna")], false).await.unwrap();
    finish(&site).await;
    let nameless = StructureUser { email: String::new(), ..user(&site, 1, "Vera") };
    send(&site, &site.admin, vec![nameless.clone()], false).await.unwrap();
    finish(&site).await;
    let again = send(&site, &site.admin, vec![user(&site, 5, "anna"), nameless], true).await.unwrap();
    assert!(again.users.iter().all(|user| !user.is_new && user.id != 0));
}

#[tokio::test]
async fn an_e_mail_of_somebody_else_is_an_error_of_its_row() {
    let site = Site::start().await;
    send(&site, &site.admin, vec![user(&site, 0, "anna")], false).await.unwrap();
    let elsewhere = StructureUser { domain_ids: vec![20], ..user(&site, 7, "anna") };
    let renamed = StructureUser { name: "Olga".into(), ..user(&site, 8, "anna") };
    let refused = send(&site, &site.admin, vec![elsewhere, renamed, user(&site, 9, "boris")], true).await.unwrap();
    assert_eq!(errors(&refused), [(7, "email", "user registered already"), (8, "email", "user registered already")]);
    assert!(refused.users.is_empty());
}

#[tokio::test]
async fn bad_users_and_roles_that_the_caller_may_not_give_are_told_and_nobody_is_made() {
    let site = Site::start().await;
    let bad = StructureUser { phone: "12".into(), ..user(&site, 1, "vera") };
    let unknown = StructureUser { role: "emperor".into(), ..user(&site, 2, "olga") };
    let without = StructureUser { role: String::new(), ..user(&site, 3, "ivan") };
    let refused = send(&site, &site.admin, vec![user(&site, 0, "anna"), bad, unknown, without], false).await.unwrap();
    let expected =
        [(1, "profile.phone", "must be phone in international format"), (2, "role", "invalid related entity sent"), (3, "role", "required")];
    assert_eq!(errors(&refused), expected);
    assert_eq!(names(&site).await, ["Alex"]);
    let manager = site.person("manager", "group_administrator", &[10]).await;
    let administrator = StructureUser { role: "administrator".into(), ..user(&site, 0, "anna") };
    let refused = send(&site, &manager.caller, vec![administrator], false).await.unwrap();
    assert_eq!(errors(&refused)[0].1, "role");
}

#[tokio::test]
async fn an_import_that_is_undone_takes_its_users_away_and_is_refused_from_then_on() {
    let site = Site::start().await;
    send(&site, &site.admin, vec![user(&site, 0, "anna")], false).await.unwrap();
    assert_eq!(undo(&site, &site.admin).await.unwrap_err().code(), Code::PermissionDenied, "it is the platform's own");
    let domains = service(site.project, "domains");
    undo(&site, &domains).await.unwrap();
    undo(&site, &domains).await.unwrap();
    assert_eq!(names(&site).await, ["Alex"]);
    let published: Vec<UserChanged> = site.events("identity.user.changed").await;
    assert!(published.last().unwrap().deleted);
    assert!(send(&site, &site.admin, vec![user(&site, 1, "boris")], false).await.is_err());
    assert_eq!(names(&site).await, ["Alex"]);
}

#[tokio::test]
async fn what_is_finished_is_not_undone() {
    let site = Site::start().await;
    send(&site, &site.admin, vec![user(&site, 0, "anna")], false).await.unwrap();
    finish(&site).await;
    finish(&site).await;
    undo(&site, &service(site.project, "domains")).await.unwrap();
    assert_eq!(names(&site).await, ["Alex", "anna"]);
}

#[tokio::test]
async fn invitations_are_sent_once_the_import_is_whole() {
    let site = Site::start().await;
    let invited = StructureUser { send_invitation: true, ..user(&site, 0, "anna") };
    send(&site, &site.admin, vec![invited, user(&site, 1, "boris")], false).await.unwrap();
    assert!(site.events::<MailRequested>("mail.requested").await.is_empty());
    finish(&site).await;
    finish(&site).await;
    let mails: Vec<MailRequested> = site.events("mail.requested").await;
    assert_eq!(mails.iter().map(|mail| mail.to_email.as_str()).collect::<Vec<_>>(), [site.email("anna")]);
}

#[tokio::test]
async fn somebody_who_is_there_is_known_by_their_id() {
    let site = Site::start().await;
    let vera = |index| StructureUser { email: String::new(), domain_ids: vec![11], ..user(&site, index, "Vera") };
    let made = send(&site, &site.admin, vec![user(&site, 1, "boris"), vera(2)], false).await.unwrap().users;
    finish(&site).await;
    // A second one of the name, in another group first, as a later import brings her.
    let second = StructureUser { domain_ids: vec![20], ..vera(3) };
    let other = send(&site, &site.admin, vec![second], false).await.unwrap().users[0].id;
    finish(&site).await;
    let again = vec![
        StructureUser { id: made[1].id, ..vera(1) },
        StructureUser { id: other, domain_ids: vec![20], ..vera(2) },
        StructureUser { id: made[0].id, domain_ids: vec![4711], email: site.email("BORIS"), ..user(&site, 3, "boris") },
    ];
    let validated = send(&site, &site.admin, again, true).await.unwrap();
    assert_eq!(
        validated.users.iter().map(|user| (user.id, user.is_new)).collect::<Vec<_>>(),
        [(made[1].id, false), (other, false), (made[0].id, false)]
    );
}

#[tokio::test]
async fn an_id_of_nobody_or_of_somebody_else_is_an_error_of_its_row() {
    let site = Site::start().await;
    let boris = send(&site, &site.admin, vec![user(&site, 1, "boris")], false).await.unwrap().users[0].id;
    finish(&site).await;
    let wrong = vec![
        StructureUser { id: 987_654, ..user(&site, 1, "boris") },
        StructureUser { id: boris, ..user(&site, 2, "anna") },
        StructureUser { id: boris, email: "other@example.org".into(), ..user(&site, 3, "boris") },
        StructureUser { id: boris, domain_ids: vec![20], ..user(&site, 4, "boris") },
    ];
    let differs = "differs from what is there";
    let refused = send(&site, &site.admin, wrong.clone(), true).await.unwrap();
    assert_eq!(errors(&refused), [(1, "id", "item not found"), (2, "name", differs), (3, "email", differs), (4, "id", differs)]);
    // Somebody out of sight is nobody: their name is not disclosed.
    let manager = site.person("manager", "group_administrator", &[20]).await;
    let unseen = send(&site, &manager.caller, vec![wrong[1].clone()], true).await.unwrap();
    assert_eq!(errors(&unseen), [(2, "id", "item not found")]);
}

#[tokio::test]
async fn whoever_may_make_no_users_imports_none() {
    let site = Site::start().await;
    let resident = site.person("resident", "user", &[11]).await;
    for validate_only in [true, false] {
        let refused = send(&site, &resident.caller, vec![user(&site, 0, "anna")], validate_only).await.unwrap();
        assert_eq!(errors(&refused), [(0, "name", "action prohibited")]);
    }
    assert!(!names(&site).await.contains(&"anna".to_string()));
}

#[tokio::test]
async fn whoever_may_make_no_users_finds_those_whom_they_see_and_of_the_others_nothing() {
    let mut site = Site::start().await;
    let anna = StructureUser { domain_ids: vec![11], ..user(&site, 0, "anna") };
    let boris = StructureUser { domain_ids: vec![20], ..user(&site, 1, "boris") };
    let made = send(&site, &site.admin, vec![anna.clone(), boris.clone()], false).await.unwrap().users;
    finish(&site).await;
    site.make_role("viewer", &[Permission::CanViewUsers], &[]).await;
    let viewer = site.person("viewer", "viewer", &[11]).await;
    let validated = send(&site, &viewer.caller, vec![anna.clone()], false).await.unwrap();
    assert_eq!(validated.users.iter().map(|user| (user.id, user.is_new)).collect::<Vec<_>>(), [(made[0].id, false)]);
    let unseen = send(&site, &viewer.caller, vec![anna, boris.clone(), user(&site, 2, "olga")], true).await.unwrap();
    assert_eq!(errors(&unseen), [(1, "name", "action prohibited"), (2, "name", "action prohibited")]);
}

#[tokio::test]
async fn an_import_is_known_by_a_uuid() {
    let site = Site::start().await;
    let request = ImportStructureUsersRequest { import_id: "17".into(), validate_only: true, users: vec![user(&site, 0, "anna")], role_id: 0 };
    let answer = ImportedUserService(site.identity.clone()).import_structure_users(site.request(&site.admin, request)).await;
    assert_eq!(fields(answer), serde_json::json!({ "import_id": "value must be a uuid" }));
}
