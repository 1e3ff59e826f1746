//! How many invitations a project sends within an hour.
use identity::Config;
use identity::jobs::waiting_invitations::send_waiting;
use identity::rpc::ImportedUserService;
use proto::vestibule::events::v1::MailRequested;
use proto::vestibule::identity::v1::imported_users_server::ImportedUsers;
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, StructureUser, StructureUsersRequest, User};
use testing::service;
use time::Duration;

use crate::site::{PASSWORD, Site};

const IMPORT: &str = "7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0f0f0e";

pub async fn start(invitations_per_hour: u32) -> Site {
    Site::with_config(Config { invitations_per_hour, ..Config::default() }).await
}

/// Makes users who are invited as the import ends.
pub async fn import(site: &Site, users: i32) -> Vec<i64> {
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

/// Users who wait for another hour.
pub async fn waiting(site: &Site) -> Vec<i64> {
    let mut tx = site.app.context.database.system().await.unwrap();
    sqlx::query_scalar("SELECT user_id FROM waiting_invitations ORDER BY user_id").fetch_all(&mut *tx).await.unwrap()
}

/// E-mails of those who were sent a link, each as often as they were.
pub async fn invited(site: &Site) -> Vec<String> {
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
    let boris = User { password: None, send_registration_link: Some(true), ..boris };
    site.create(&site.admin, boris).await.unwrap();
    assert_eq!(invited(&site).await.len(), 10, "the hour is not over");
}

#[tokio::test]
async fn users_who_are_deactivated_meanwhile_are_not_invited() {
    let site = start(10).await;
    import(&site, 12).await;
    let away = waiting(&site).await[0];
    let activate = async |is_active| site.patch(&site.admin, away, &["is_active"], User { is_active, ..Default::default() }).await.unwrap();
    let email = activate(false).await.email.unwrap();
    site.app.context.clock.advance(Duration::hours(1));
    send_waiting(&site.identity).await.unwrap();
    let sent = invited(&site).await;
    assert!(sent.len() == 11 && !sent.contains(&email), "{sent:?}");
    activate(true).await;
    send_waiting(&site.identity).await.unwrap();
    assert_eq!(invited(&site).await, sent, "nor as they are activated again");
}

#[tokio::test]
async fn the_invitations_of_a_suspended_project_wait_until_it_is_resumed() {
    let site = start(10).await;
    import(&site, 12).await;
    site.app.context.clock.advance(Duration::hours(1));
    site.as_system("UPDATE projects SET suspended = true").await;
    send_waiting(&site.identity).await.unwrap();
    assert_eq!(invited(&site).await.len(), 9);
    site.as_system("UPDATE projects SET suspended = false").await;
    send_waiting(&site.identity).await.unwrap();
    assert_eq!(invited(&site).await.len(), 12);
}

#[tokio::test]
async fn a_project_whose_invitations_fail_does_not_keep_those_of_another() {
    let site = start(10).await;
    import(&site, 12).await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("olga"), PASSWORD, "Olga").await.unwrap();
    site.as_system(&format!(
        "UPDATE users SET has_password = false WHERE id = {user};
         INSERT INTO waiting_invitations (user_id, project_id, inviter, created_at) VALUES ({user}, {}, 'Alex', now())",
        other.project_id,
        user = other.user_id,
    ))
    .await;
    site.as_owner(&format!("ALTER TABLE invitation_hours ADD CHECK (project_id <> {}) NOT VALID", site.project)).await;
    site.app.context.clock.advance(Duration::hours(1));
    send_waiting(&site.identity).await.unwrap();
    let sent = invited(&site).await;
    assert!(sent.len() == 10 && sent.contains(&site.email("olga")), "{sent:?}");
    assert_eq!(waiting(&site).await.len(), 3, "they are sent later");
}
