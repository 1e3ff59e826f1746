//! How many invitations a project sends within an hour.
use identity::Config;
use identity::jobs::waiting_invitations::send_waiting;
use identity::rpc::ImportedUserService;
use proto::vestibule::events::v1::MailRequested;
use proto::vestibule::identity::v1::imported_users_server::ImportedUsers;
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, StructureUser, StructureUsersRequest};
use testing::service;
use time::Duration;

use crate::site::Site;

const IMPORT: &str = "7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0e";

async fn start(invitations_per_hour: u32) -> Site {
    Site::with_config(Config { invitations_per_hour, ..Config::default() }).await
}

/// Makes users who are invited as the import ends.
async fn import(site: &Site, users: i32) -> Vec<i64> {
    let user = |index| {
        let name = format!("guest-{index}");
        let email = site.email(&name);
        StructureUser { index, name, email, role: "User".into(), domain_ids: vec![11], send_invitation: true, ..Default::default() }
    };
    let request = ImportStructureUsersRequest { import_id: IMPORT.into(), users: (0..users).map(user).collect(), ..Default::default() };
    let service_of = ImportedUserService(site.identity.clone());
    let answer = service_of.import_structure_users(site.request(&site.admin, request)).await.unwrap().into_inner();
    assert_eq!(answer.errors.len(), 0, "{:?}", answer.errors);
    let request = site.request(&service(site.project, "domains"), StructureUsersRequest { import_id: IMPORT.into() });
    service_of.finish_structure_users(request).await.unwrap();
    answer.users.into_iter().map(|user| user.id).collect()
}

/// E-mails of those who were sent a link, each as often as they were.
async fn invited(site: &Site) -> Vec<String> {
    let mails: Vec<MailRequested> = site.events("mail.requested").await;
    let mut to: Vec<String> = mails.into_iter().filter(|mail| mail.kind == "registration_link").map(|mail| mail.to_email).collect();
    to.sort();
    to
}

#[tokio::test]
async fn invitations_beyond_those_of_an_hour_wait_and_each_is_sent_once() {
    let site = start(10).await;
    import(&site, 12).await;
    assert_eq!(invited(&site).await.len(), 9, "a tenth is left to others");
    site.invited("anna").await;
    send_waiting(&site.identity).await.unwrap();
    assert_eq!(invited(&site).await.len(), 10);
    site.app.context.clock.advance(Duration::hours(1));
    send_waiting(&site.identity).await.unwrap();
    let mut all: Vec<String> = (0..12).map(|index| site.email(&format!("guest-{index}"))).chain([site.email("anna")]).collect();
    all.sort();
    assert_eq!(invited(&site).await, all);
}

#[tokio::test]
async fn users_who_are_deleted_meanwhile_are_not_invited_and_count_as_those_that_were() {
    let site = start(10).await;
    for id in import(&site, 10).await {
        site.delete(&site.admin, id).await.unwrap();
    }
    site.app.context.clock.advance(Duration::minutes(59));
    send_waiting(&site.identity).await.unwrap();
    site.invited("anna").await;
    assert_eq!(invited(&site).await.len(), 10);
    let boris = site.new_user("boris", "user", &[11]);
    let boris = proto::vestibule::identity::v1::User { password: None, send_registration_link: Some(true), ..boris };
    site.create(&site.admin, boris).await.unwrap();
    assert_eq!(invited(&site).await.len(), 10, "the hour is not over");
}
