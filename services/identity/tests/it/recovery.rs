use proto::vestibule::events::v1::{AuditRecorded, MailRequested, SessionRevoked};
use serde_json::json;
use time::Duration;
use tonic::Code;

use crate::site::{NEW_PASSWORD, PASSWORD, Site, code, fields, refusal};

const OUTDATED: &str = "verification link is outdated or incorrect";

impl Site {
    /// The token of the link that is mailed for a recovery.
    pub async fn recovery_token(&self, email: &str) -> String {
        self.recover(email).await.unwrap();
        self.work_off_recoveries().await;
        self.last_token(email).await
    }
}

#[tokio::test]
async fn a_mailed_link_sets_a_new_password_and_ends_every_session() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (session, tokens) = site.session(&anna.email).await;
    let token = site.recovery_token(&anna.email).await;
    let mail = site.last_mail(&anna.email).await;
    assert_eq!((mail.kind.as_str(), mail.values["minutes"].as_str(), mail.domain_id), ("password_recovery", "60", 11));
    assert!(mail.values["link"].ends_with(&format!("/password/reset/{token}")));

    site.reset(&token, NEW_PASSWORD).await.unwrap();
    assert_eq!(code(site.resolve(session).await), Code::NotFound);
    assert_eq!(code(site.refresh(&tokens.refresh).await), Code::Unauthenticated);
    assert!(site.login(&anna.email, PASSWORD).await.is_err());
    assert!(site.login(&anna.email, NEW_PASSWORD).await.is_ok());
    assert_eq!(site.events::<SessionRevoked>("identity.session.revoked").await[0].session_id, session);
    assert_eq!(site.last_mail(&anna.email).await.kind, "password_changed");
}

#[tokio::test]
async fn the_holder_is_told_by_mail_of_a_password_that_was_changed_or_set() {
    use proto::vestibule::identity::v1::profiles_server::Profiles;
    use proto::vestibule::identity::v1::users_server::Users;
    use proto::vestibule::identity::v1::{ChangeProfilePasswordRequest, SetUserPasswordRequest};
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let own = ChangeProfilePasswordRequest { old_password: PASSWORD.into(), new_password: NEW_PASSWORD.into() };
    site.profiles().change_profile_password(site.request(&anna.caller, own)).await.unwrap();
    assert_eq!(site.last_mail(&anna.email).await.kind, "password_changed");
    let set = SetUserPasswordRequest { id: anna.id, new_password: PASSWORD.into() };
    site.users().set_user_password(site.request(&site.admin, set)).await.unwrap();
    assert_eq!(site.mails(&anna.email).await.len(), 2);
    let patched = proto::vestibule::identity::v1::User { password: Some(NEW_PASSWORD.into()), ..Default::default() };
    site.patch(&site.admin, anna.id, &["password"], patched).await.unwrap();
    assert_eq!(site.mails(&anna.email).await.len(), 3);
    assert_eq!(site.last_mail(&anna.email).await.kind, "password_changed");
}

#[tokio::test]
async fn a_link_is_void_once_the_e_mail_or_the_password_is_another() {
    use proto::vestibule::identity::v1::users_server::Users;
    use proto::vestibule::identity::v1::{SetUserPasswordRequest, User};
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let token = site.recovery_token(&anna.email).await;
    site.patch(&site.admin, anna.id, &["email"], User { email: Some(site.email("hanna")), ..Default::default() }).await.unwrap();
    assert_eq!(refusal(site.reset(&token, NEW_PASSWORD).await).1, OUTDATED);

    let token = site.recovery_token(&site.email("hanna")).await;
    let set = SetUserPasswordRequest { id: anna.id, new_password: NEW_PASSWORD.into() };
    site.users().set_user_password(site.request(&site.admin, set)).await.unwrap();
    assert_eq!(refusal(site.reset(&token, PASSWORD).await).1, OUTDATED);
    assert!(site.login(&site.email("hanna"), NEW_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn recovery_answers_alike_for_known_and_unknown_addresses() {
    let site = Site::start().await;
    site.recover(&site.admin_email).await.unwrap();
    site.recover(&site.email("nobody")).await.unwrap();
    assert!(site.events::<MailRequested>("mail.requested").await.is_empty(), "nothing is done before the answer");
    site.work_off_recoveries().await;
    let mails: Vec<MailRequested> = site.events("mail.requested").await;
    assert_eq!(mails.iter().map(|mail| mail.to_email.as_str()).collect::<Vec<_>>(), [site.admin_email.as_str()]);
}

#[tokio::test]
async fn a_link_is_good_once_and_for_an_hour() {
    let site = Site::start().await;
    let token = site.recovery_token(&site.admin_email).await;
    site.reset(&token, NEW_PASSWORD).await.unwrap();
    assert_eq!(refusal(site.reset(&token, PASSWORD).await).1, OUTDATED);

    let token = site.recovery_token(&site.admin_email).await;
    site.app.context.clock.advance(Duration::hours(1));
    for bad in [token.as_str(), "no token", ""] {
        let (status, message, detail) = refusal(site.reset(bad, PASSWORD).await);
        assert_eq!((status, message.as_str()), (Code::FailedPrecondition, OUTDATED));
        assert_eq!(detail["code"], "link_outdated");
    }
    assert!(site.login(&site.admin_email, NEW_PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_new_link_voids_the_one_before() {
    let site = Site::start().await;
    let first = site.recovery_token(&site.admin_email).await;
    let second = site.recovery_token(&site.admin_email).await;
    assert_eq!(refusal(site.reset(&first, NEW_PASSWORD).await).1, OUTDATED);
    site.reset(&second, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_password_that_is_not_taken_leaves_the_link_good() {
    let site = Site::start().await;
    let token = site.recovery_token(&site.admin_email).await;
    assert_eq!(fields(site.reset(&token, "short").await), json!({ "password": "minimum length is 8" }));
    site.reset(&token, NEW_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn who_could_not_sign_in_is_sent_no_link() {
    let site = Site::start().await;
    let idle = proto::vestibule::identity::v1::User { is_active: false, ..site.new_user("idle", "user", &[11]) };
    site.create(&site.admin, idle).await.unwrap();
    site.recover(&site.email("idle")).await.unwrap();
    site.work_off_recoveries().await;
    assert!(site.mails(&site.email("idle")).await.is_empty());
}

#[tokio::test]
async fn recoveries_of_one_address_are_limited() {
    let site = Site::start().await;
    for _ in 0..10 {
        site.recover(&site.admin_email).await.unwrap();
    }
    assert_eq!(code(site.recover(&site.admin_email).await), Code::ResourceExhausted);
    assert_eq!(fields(site.recover("no e-mail").await), json!({ "email": "must be e-mail" }));
}

#[tokio::test]
async fn recovery_and_reset_are_audited_with_where_they_came_from_and_without_a_secret() {
    let site = Site::start().await;
    let token = site.recovery_token(&site.admin_email).await;
    site.reset(&token, NEW_PASSWORD).await.unwrap();
    for action in ["request password recovery", "reset password"] {
        let recorded = site.audited(action).await.remove(0);
        assert_eq!((recorded.user_id, &recorded.ip), (site.admin.user_id, &site.unique), "{action}");
    }
    let published = format!("{:?}", site.events::<AuditRecorded>("audit.recorded").await);
    assert!(!published.contains(&token) && !published.contains(NEW_PASSWORD));
}
