//! Second factors that somebody has lost are removed by an administrator.
use policy::{Caller, Permission};
use proto::vestibule::identity::v1::RemoveUserSecondFactorsRequest;
use proto::vestibule::identity::v1::users_server::Users;
use tonic::{Code, Status};

use crate::site::{PASSWORD, Person, Site, code, refusal};

async fn remove(site: &Site, caller: &Caller, id: i64) -> Result<(), Status> {
    site.users().remove_user_second_factors(site.request(caller, RemoveUserSecondFactorsRequest { id })).await.map(|_| ())
}

/// What the card of a user says of their second factor.
async fn has_second_factor(site: &Site, caller: &Caller, id: i64) -> Option<bool> {
    site.get(caller, id).await.unwrap().has_second_factor
}

impl Site {
    async fn person_with_totp(&self, name: &str, role: &str, groups: &[i64]) -> Person {
        let person = self.person(name, role, groups).await;
        let secret = self.start_totp(&person.caller, PASSWORD).await.unwrap().secret;
        self.confirm_totp(&person.caller, &self.totp_code(&secret, 0)).await.unwrap();
        person
    }
}

#[tokio::test]
async fn who_has_lost_a_second_factor_signs_in_with_the_password_once_it_is_removed() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session, _) = site.session(&anna.email).await;
    let secret = site.start_totp(&anna.caller, PASSWORD).await.unwrap().secret;
    site.confirm_totp(&anna.caller, &site.totp_code(&secret, 0)).await.unwrap();
    assert!(site.login(&anna.email, PASSWORD).await.unwrap().is_empty(), "a code is asked for");
    assert_eq!(has_second_factor(&site, &site.admin, anna.id).await, Some(true));

    remove(&site, &site.admin, anna.id).await.unwrap();
    assert_eq!(site.login(&anna.email, PASSWORD).await.unwrap().len(), 1);
    assert_eq!(code(site.resolve(session).await), Code::NotFound, "their sessions end");
    assert_eq!(has_second_factor(&site, &site.admin, anna.id).await, Some(false));
    assert_eq!(site.last_mail(&anna.email).await.kind, "second_factor_removed");
    let published = site.audited("remove second factors").await;
    assert_eq!(published.iter().map(|event| (event.resource_id, event.user_id)).collect::<Vec<_>>(), [(anna.id, site.admin.user_id)]);
}

#[tokio::test]
async fn the_passkeys_and_recovery_codes_go_with_the_authenticator() {
    let site = Site::start().await;
    let anna = site.person_with_totp("anna", "user", &[11]).await;
    site.as_system(&format!(
        "INSERT INTO account_passkeys (account_id, name, credential_id, credential, created_at)
         SELECT account_id, 'Key', 'lost', '{{}}', now() FROM users WHERE id = {}",
        anna.id
    ))
    .await;
    remove(&site, &site.admin, anna.id).await.unwrap();
    let mut tx = site.app.context.database.system().await.unwrap();
    let left: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM account_passkeys) + (SELECT count(*) FROM account_totp) + (SELECT count(*) FROM account_recovery_codes)",
    )
    .fetch_one(&mut *tx)
    .await
    .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn where_there_is_no_second_factor_none_is_removed() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let without =
        site.create(&site.admin, proto::vestibule::identity::v1::User { password: None, email: None, ..site.new_user("eva", "user", &[11]) });
    let without = without.await.unwrap();
    for id in [anna.id, without.id] {
        let (status, message, _) = refusal(remove(&site, &site.admin, id).await);
        assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "action prohibited"));
    }
    assert!(site.audited("remove second factors").await.is_empty() && site.mails(&anna.email).await.is_empty());
    assert_eq!((has_second_factor(&site, &site.admin, anna.id).await, has_second_factor(&site, &site.admin, without.id).await), (Some(false), None));
}

#[tokio::test]
async fn second_factors_are_removed_within_scope_and_never_of_somebody_with_more_rights() {
    let mut site = Site::start().await;
    site.make_role("porter", &[Permission::CanViewUsers], &[]).await;
    let maria = site.person("maria", "group_administrator", &[10]).await;
    let porter = site.person("tom", "porter", &[10]).await;
    let anna = site.person_with_totp("anna", "user", &[11]).await;
    let far = site.person_with_totp("far", "user", &[20]).await;
    let boss = site.person_with_totp("boss", "administrator", &[11]).await;
    assert_eq!(code(remove(&site, &maria.caller, far.id).await), Code::NotFound);
    assert_eq!(code(remove(&site, &maria.caller, boss.id).await), Code::PermissionDenied);
    assert_eq!(code(remove(&site, &porter.caller, anna.id).await), Code::PermissionDenied);
    assert!(site.login(&boss.email, PASSWORD).await.unwrap().is_empty(), "the boss's code is asked for as before");
    assert_eq!((has_second_factor(&site, &maria.caller, boss.id).await, has_second_factor(&site, &porter.caller, anna.id).await), (None, None));
    assert_eq!(has_second_factor(&site, &maria.caller, anna.id).await, Some(true));
    remove(&site, &maria.caller, anna.id).await.unwrap();
}

#[tokio::test]
async fn ones_own_second_factor_is_not_removed_without_the_password() {
    let site = Site::start().await;
    let anna = site.person_with_totp("anna", "administrator", &[11]).await;
    assert_eq!(code(remove(&site, &anna.caller, anna.id).await), Code::PermissionDenied);
    assert_eq!(has_second_factor(&site, &anna.caller, anna.id).await, None);
}

#[tokio::test]
async fn an_account_of_several_projects_keeps_its_second_factor() {
    let site = Site::start().await;
    let anna = site.person_with_totp("anna", "user", &[11]).await;
    identity::bootstrap(&site.app.context, "Other", &anna.email, PASSWORD, "Anna").await.unwrap();
    assert_eq!(code(remove(&site, &site.admin, anna.id).await), Code::PermissionDenied);
    assert_eq!(has_second_factor(&site, &site.admin, anna.id).await, None);
    assert!(site.login(&anna.email, PASSWORD).await.unwrap().is_empty());
}
