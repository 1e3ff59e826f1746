use policy::Caller;
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::users_server::Users;
use proto::vestibule::identity::v1::{ChangeProfilePasswordRequest, SetUserPasswordRequest, User, UserDetails};
use serde_json::json;
use tonic::{Code, Status};

use crate::site::{NEW_PASSWORD, PASSWORD, Site, code, fields, refusal};

async fn set(site: &Site, caller: &Caller, id: i64, new_password: &str) -> Result<(), Status> {
    let request = SetUserPasswordRequest { id, new_password: new_password.into() };
    site.users().set_user_password(site.request(caller, request)).await.map(|_| ())
}

async fn change(site: &Site, caller: &Caller, old: &str, new: &str) -> Result<(), Status> {
    let request = ChangeProfilePasswordRequest { old_password: old.into(), new_password: new.into() };
    site.profiles().change_profile_password(site.request(caller, request)).await.map(|_| ())
}

#[tokio::test]
async fn a_password_set_by_another_ends_all_sessions() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session, _) = site.session(&anna.email).await;
    set(&site, &maria.caller, anna.id, NEW_PASSWORD).await.unwrap();
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert!(site.login(&anna.email, PASSWORD).await.is_err());
    assert!(site.login(&anna.email, NEW_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_password_that_comes_with_other_changes_is_audited_as_one_that_is_set_alone() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    set(&site, &site.admin, anna.id, NEW_PASSWORD).await.unwrap();
    let password = || User { password: Some(PASSWORD.into()), ..Default::default() };
    site.patch(&site.admin, anna.id, &["password"], password()).await.unwrap();
    let phone = Some(UserDetails { phone: Some("+31201234567".into()), address: None });
    site.patch(&site.admin, anna.id, &["password", "profile.phone"], User { profile: phone, ..password() }).await.unwrap();
    assert_eq!(site.audited("set password").await.iter().map(|event| event.resource_id).collect::<Vec<_>>(), [anna.id; 3]);
    let edited = site.audited("edit").await;
    assert_eq!(edited.iter().map(|event| event.after.as_str()).collect::<Vec<_>>(), [r#"{"phone":"+31201234567"}"#]);

    site.patch(&site.admin, anna.id, &["password"], User { password: Some(String::new()), ..Default::default() }).await.unwrap();
    assert_eq!(site.audited("clear password").await.len(), 1);
    assert_eq!(site.mails(&anna.email).await.len(), 4);
    // There is none to clear any more.
    site.patch(&site.admin, anna.id, &["password"], User { password: Some(String::new()), ..Default::default() }).await.unwrap();
    assert_eq!((site.audited("clear password").await.len(), site.mails(&anna.email).await.len()), (1, 4));
}

#[tokio::test]
async fn of_a_new_password_the_holder_is_told_where_they_were_reached_until_now() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let taken = User { email: Some(site.email("thief")), password: Some(NEW_PASSWORD.into()), ..Default::default() };
    site.patch(&site.admin, anna.id, &["email", "password"], taken).await.unwrap();
    let mut kinds: Vec<String> = site.mails(&anna.email).await.into_iter().map(|mail| mail.kind).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["email_changed", "password_changed"]);
}

#[tokio::test]
async fn a_password_is_set_within_scope_and_never_of_somebody_with_more_rights() {
    let site = Site::start().await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let tom = site.person("tom", "concierge", &[10]).await;
    let far = site.person("far", "user", &[20]).await;
    let boss = site.person("boss", "administrator", &[11]).await;
    assert_eq!(code(set(&site, &maria.caller, far.id, NEW_PASSWORD).await), Code::NotFound);
    assert_eq!(code(set(&site, &maria.caller, boss.id, NEW_PASSWORD).await), Code::PermissionDenied);
    assert_eq!(code(set(&site, &tom.caller, maria.id, NEW_PASSWORD).await), Code::PermissionDenied);
    assert!(site.login(&boss.email, PASSWORD).await.is_ok());
}

#[tokio::test]
async fn the_own_password_is_not_set_without_the_old_one() {
    let site = Site::start().await;
    assert_eq!(code(set(&site, &site.admin, site.admin.user_id, NEW_PASSWORD).await), Code::PermissionDenied);
}

#[tokio::test]
async fn an_account_of_several_projects_keeps_its_password() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    identity::bootstrap(&site.app.context, "Other", &anna.email, PASSWORD, "Anna").await.unwrap();
    assert_eq!(code(set(&site, &site.admin, anna.id, NEW_PASSWORD).await), Code::PermissionDenied);
    assert!(site.login(&anna.email, PASSWORD).await.is_ok());
}

#[tokio::test]
async fn changing_the_own_password_ends_every_other_session() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (here, tokens) = site.session(&anna.email).await;
    let (there, _) = site.session(&anna.email).await;
    let caller = Caller { session_id: here, ..anna.caller.clone() };
    change(&site, &caller, PASSWORD, NEW_PASSWORD).await.unwrap();
    assert!(site.resolve(here).await.is_ok() && site.refresh(&tokens.refresh).await.is_ok());
    assert_eq!(code(site.resolve(there).await), Code::NotFound);
    assert!(site.login(&anna.email, NEW_PASSWORD).await.is_ok());
    assert!(site.login(&anna.email, PASSWORD).await.is_err());
}

#[tokio::test]
async fn a_wrong_old_password_changes_nothing_and_guessing_it_is_limited() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let caller = Caller { ip: site.unique.clone(), ..anna.caller.clone() };
    for _ in 0..10 {
        let (status, message, detail) = refusal(change(&site, &caller, "wrong password", NEW_PASSWORD).await);
        assert_eq!((status, message.as_str(), &detail["code"]), (Code::FailedPrecondition, "wrong old password", &json!("wrong_old_password")));
    }
    assert_eq!(code(change(&site, &caller, PASSWORD, NEW_PASSWORD).await), Code::ResourceExhausted);
    assert!(site.login(&anna.email, PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_new_password_has_a_length() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    assert_eq!(fields(set(&site, &site.admin, anna.id, "short").await), json!({ "new_password": "minimum length is 8" }));
    assert_eq!(fields(change(&site, &anna.caller, "", "").await), json!({ "old_password": "required", "new_password": "required" }));
}

#[tokio::test]
async fn a_password_that_everybody_tries_first_is_refused() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    for common in ["12345678", "password", "Password1"] {
        assert_eq!(fields(set(&site, &site.admin, anna.id, common).await), json!({ "new_password": "password is too common" }), "{common}");
    }
}
