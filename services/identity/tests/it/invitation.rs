use policy::Permission;
use proto::vestibule::events::v1::GroupChanged;
use proto::vestibule::identity::v1::{ListUsersRequest, User};
use serde_json::json;
use time::Duration;
use tonic::Code;

use crate::site::{NEW_PASSWORD, PASSWORD, Site, administrator, code, fields, reference, refusal};

const OUTDATED: &str = "verification link is outdated or incorrect";

#[tokio::test]
async fn a_new_user_without_a_password_is_sent_the_link_to_set_one() {
    let site = Site::start().await;
    let (id, token) = site.invited("anna").await;
    let mail = site.last_mail(&site.email("anna")).await;
    assert_eq!((mail.kind.as_str(), mail.to_name.as_str(), mail.domain_id), ("registration_link", "anna", 11));
    assert_eq!((mail.values["project"].as_str(), mail.values["days"].as_str()), ("Site", "7"));
    assert_eq!(mail.values["inviter"], site.admin.user_name);
    assert!(mail.values["link"].ends_with(&format!("/registration/{token}")));
    assert!(site.get(&site.admin, id).await.unwrap().is_invited);

    let displayed = site.invitation(&token).await.unwrap();
    assert_eq!(
        (displayed.name.as_str(), displayed.email, displayed.project_name.as_str(), displayed.has_password),
        ("anna", site.email("anna"), "Site", false)
    );
}

#[tokio::test]
async fn taking_an_invitation_sets_the_password_and_signs_in() {
    let site = Site::start().await;
    let (id, token) = site.invited("anna").await;
    assert_eq!(fields(site.accept(&token, "short").await), json!({ "password": "minimum length is 8" }));
    let sessions = site.accept(&token, PASSWORD).await.unwrap();
    assert_eq!(site.resolve(site.session_id(&sessions[0].token)).await.unwrap().user_id, id);
    assert!(site.login(&site.email("anna"), PASSWORD).await.is_ok());
    let user = site.get(&site.admin, id).await.unwrap();
    assert_eq!((user.is_invited, user.password.as_deref()), (false, Some("********")));
    assert_eq!(site.audited("accept invitation").await[0].user_name, "anna");
}

#[tokio::test]
async fn a_link_is_good_once() {
    let site = Site::start().await;
    let (_, token) = site.invited("anna").await;
    site.accept(&token, PASSWORD).await.unwrap();
    assert_eq!(refusal(site.accept(&token, NEW_PASSWORD).await).1, OUTDATED);
    assert_eq!(refusal(site.invitation(&token).await).1, OUTDATED);
}

#[tokio::test]
async fn a_link_is_good_for_a_week() {
    let site = Site::start().await;
    let (_, token) = site.invited("anna").await;
    site.app.context.clock.advance(Duration::days(7) - Duration::seconds(1));
    assert!(site.invitation(&token).await.is_ok());
    site.app.context.clock.advance(Duration::seconds(1));
    for bad in [token.as_str(), "no token", &"A".repeat(43)] {
        let (status, message, detail) = refusal(site.invitation(bad).await);
        assert_eq!((status, message.as_str()), (Code::FailedPrecondition, OUTDATED));
        assert_eq!(detail["code"], "link_outdated");
    }
    assert_eq!(refusal(site.accept(&token, PASSWORD).await).1, OUTDATED);
}

#[tokio::test]
async fn a_new_link_voids_the_one_before() {
    let site = Site::start().await;
    let (id, first) = site.invited("anna").await;
    site.send_link(&site.admin, id).await.unwrap();
    let second = site.last_token(&site.email("anna")).await;
    assert_eq!(refusal(site.accept(&first, PASSWORD).await).1, OUTDATED);
    assert!(site.accept(&second, PASSWORD).await.is_ok());
    assert_eq!(site.audited("send registration link").await[0].resource_id, id);
}

#[tokio::test]
async fn a_link_is_void_when_the_e_mail_changed_or_the_user_is_not_active() {
    let site = Site::start().await;
    let (id, token) = site.invited("anna").await;
    site.patch(&site.admin, id, &["is_active"], User::default()).await.unwrap();
    assert_eq!(refusal(site.invitation(&token).await).1, OUTDATED);
    site.patch(&site.admin, id, &["is_active"], User { is_active: true, ..Default::default() }).await.unwrap();
    assert!(site.invitation(&token).await.is_ok());
    site.patch(&site.admin, id, &["email"], User { email: Some(site.email("hanna")), ..Default::default() }).await.unwrap();
    assert_eq!(refusal(site.invitation(&token).await).1, OUTDATED);
}

#[tokio::test]
async fn who_has_a_password_is_registered_already() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    assert!(site.mails(&anna.email).await.is_empty());
    let (status, message, _) = refusal(site.send_link(&site.admin, anna.id).await);
    assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "user registered already"));
}

#[tokio::test]
async fn without_an_e_mail_no_link_is_sent() {
    let site = Site::start().await;
    let uninvited = User { email: None, password: None, ..site.new_user("anna", "user", &[11]) };
    let asked = User { send_registration_link: Some(true), ..uninvited.clone() };
    assert_eq!(fields(site.create(&site.admin, asked).await), json!({ "email": "e-mail required for registration" }));
    let made = site.create(&site.admin, uninvited).await.unwrap();
    assert!(!made.is_invited);
    let (status, message, _) = refusal(site.send_link(&site.admin, made.id).await);
    assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "e-mail required for registration"));
}

#[tokio::test]
async fn a_user_who_is_not_active_is_sent_no_link() {
    let site = Site::start().await;
    let inactive = User { password: None, is_active: false, send_registration_link: Some(true), ..site.new_user("anna", "user", &[11]) };
    assert_eq!(fields(site.create(&site.admin, inactive).await), json!({ "send_registration_link": "user is not active" }));
}

#[tokio::test]
async fn no_link_is_sent_where_the_request_says_so() {
    let site = Site::start().await;
    let quiet = User { password: None, send_registration_link: Some(false), ..site.new_user("anna", "user", &[11]) };
    assert!(!site.create(&site.admin, quiet).await.unwrap().is_invited);
    assert!(site.mails(&site.email("anna")).await.is_empty());
}

#[tokio::test]
async fn the_invited_are_found_by_a_filter() {
    let site = Site::start().await;
    site.invited("anna").await;
    site.person("eva", "user", &[11]).await;
    let filters = r#"{"match":"match_all","items":[{"field":"is_invited","rule":"equals","value":true}]}"#;
    assert_eq!(site.names(&site.admin, ListUsersRequest { filters: filters.into(), ..Default::default() }).await.unwrap(), ["anna"]);
}

#[tokio::test]
async fn a_link_is_sent_by_whoever_may_create_users_there() {
    let mut site = Site::start().await;
    site.make_role("viewer", &[Permission::CanViewAllUsers], &[]).await;
    let (id, _) = site.invited("anna").await;
    let near = site.person("near", "group_administrator", &[10]).await;
    let far = site.person("far", "group_administrator", &[20]).await;
    let viewer = site.person("viewer", "viewer", &[10]).await;
    assert!(site.send_link(&near.caller, id).await.is_ok());
    assert_eq!(code(site.send_link(&far.caller, id).await), Code::NotFound);
    assert_eq!(code(site.send_link(&viewer.caller, id).await), Code::PermissionDenied);
    assert_eq!(code(site.send_link(&testing::nobody(), id).await), Code::Unauthenticated);
}

/// A second project whose administrator invites anna of the first: the id of the project, and the token.
async fn invited_elsewhere(site: &Site) -> (i64, String) {
    let other = identity::bootstrap(&site.app.context, "Other", &site.email("other"), PASSWORD, "Olga").await.unwrap();
    let group = GroupChanged { project_id: other.project_id, id: 30, version: 1, name: "theirs".into(), ..Default::default() };
    site.deliver("domains.group.changed", &group).await;
    let anna = User { password: None, role: Some(reference(other.role_id)), domains: vec![reference(30)], ..site.new_user("anna", "user", &[]) };
    let made = site.create(&administrator(&other), anna).await.unwrap();
    assert!(made.is_invited && made.password.is_none());
    (other.project_id, site.last_token(&site.email("anna")).await)
}

#[tokio::test]
async fn an_account_of_another_project_joins_with_its_own_password() {
    let site = Site::start().await;
    site.person("anna", "user", &[11]).await;
    let (other, token) = invited_elsewhere(&site).await;
    assert_eq!(site.login(&site.email("anna"), PASSWORD).await.unwrap().len(), 1, "before it is taken");
    assert!(site.invitation(&token).await.unwrap().has_password);
    let (status, message, _) = refusal(site.accept(&token, NEW_PASSWORD).await);
    assert_eq!((status, message.as_str()), (Code::Unauthenticated, "invalid credentials"));
    assert!(site.login(&site.email("anna"), NEW_PASSWORD).await.is_err(), "the link alone sets no password");

    let sessions = site.accept(&token, PASSWORD).await.unwrap();
    let projects: Vec<i64> = sessions.iter().map(|session| session.project.as_ref().unwrap().id).collect();
    assert_eq!(projects, [other, site.project]);
}

#[tokio::test]
async fn an_invitation_that_may_lead_to_another_projects_account_is_not_in_the_inviters_words() {
    let site = Site::start().await;
    site.invited("eva").await;
    assert!(!site.last_mail(&site.email("eva")).await.by_installation, "an account of this project alone");
    // As whoever wants the account of somebody else has them invited: the account is not proved, so that the link sets its password.
    site.create(&site.admin, site.new_user("anna", "user", &[11])).await.unwrap();
    let (_, token) = invited_elsewhere(&site).await;
    let mail = site.last_mail(&site.email("anna")).await;
    assert_eq!((mail.kind.as_str(), mail.by_installation), ("registration_link", true));
    assert!(mail.values["link"].ends_with(&token));
}

#[tokio::test]
async fn guesses_at_the_own_password_count_as_those_at_sign_in() {
    let site = Site::start().await;
    site.person("anna", "user", &[11]).await;
    let (_, token) = invited_elsewhere(&site).await;
    for _ in 0..10 {
        assert_eq!(code(site.accept(&token, NEW_PASSWORD).await), Code::Unauthenticated);
    }
    assert_eq!(code(site.accept(&token, PASSWORD).await), Code::ResourceExhausted);
    assert_eq!(code(site.login(&site.email("anna"), PASSWORD).await), Code::ResourceExhausted);
}

#[tokio::test]
async fn who_waits_for_an_invitation_can_be_changed_and_gets_no_password_from_others() {
    let site = Site::start().await;
    site.person("anna", "user", &[11]).await;
    let (other, _) = invited_elsewhere(&site).await;
    let olga = testing::administrator(other);
    let filters = r#"{"match":"match_all","items":[{"field":"is_invited","rule":"equals","value":true}]}"#;
    let request = ListUsersRequest { filters: filters.into(), ..Default::default() };
    assert_eq!(site.names(&olga, request).await.unwrap(), ["anna"]);
    let id = site.user_id(other, "anna").await;
    assert_eq!(site.patch(&olga, id, &["name"], User { name: "Anna".into(), ..Default::default() }).await.unwrap().name, "Anna");
    let password = User { password: Some(NEW_PASSWORD.into()), ..Default::default() };
    assert_eq!(refusal(site.patch(&olga, id, &["password"], password).await).1, "serial number or e-mail already used");
    assert!(site.login(&site.email("anna"), PASSWORD).await.is_ok());
}

#[tokio::test]
async fn an_e_mail_is_used_once_in_a_project_with_and_without_an_account() {
    let site = Site::start().await;
    site.invited("anna").await;
    let again = User { password: None, email: Some(site.email("anna").to_uppercase()), ..site.new_user("eva", "user", &[11]) };
    assert_eq!(refusal(site.create(&site.admin, again).await).1, "serial number or e-mail already used");
}

#[tokio::test]
async fn a_password_that_somebody_else_set_is_replaced_by_an_invitation() {
    let site = Site::start().await;
    let made = site.create(&site.admin, site.new_user("anna", "user", &[11])).await.unwrap();
    let (session, _) = site.session(&site.email("anna")).await;
    let (_, token) = invited_elsewhere(&site).await;
    assert!(!site.invitation(&token).await.unwrap().has_password, "nobody has proved to be the account's holder");
    assert_eq!(site.accept(&token, NEW_PASSWORD).await.unwrap().len(), 2);
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert!(site.login(&site.email("anna"), PASSWORD).await.is_err(), "who created user {} knows it", made.id);
}
