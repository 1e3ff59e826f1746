use access_token::USER_AGENT;
use policy::Caller;
use proto::vestibule::events::v1::{AuditRecorded, SessionRevoked};
use proto::vestibule::identity::v1::profiles_server::Profiles;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::*;
use tonic::Code;

use crate::site::{PASSWORD, Site, code};

async fn own(site: &Site, caller: &Caller) -> Vec<OwnSession> {
    site.profiles().list_own_sessions(site.request(caller, ListOwnSessionsRequest {})).await.unwrap().into_inner().items
}

async fn revoke(site: &Site, caller: &Caller, id: i64) -> Result<(), tonic::Status> {
    site.profiles().revoke_own_session(site.request(caller, RevokeOwnSessionRequest { id })).await.map(|_| ())
}

#[tokio::test]
async fn own_sessions_are_listed_newest_first_and_this_one_is_marked() {
    let site = Site::start().await;
    let (first, _) = site.session(&site.admin_email).await;
    site.app.context.clock.advance(time::Duration::minutes(1));
    let (second, _) = site.session(&site.admin_email).await;
    let listed = own(&site, &Caller { session_id: first, ..site.admin.clone() }).await;
    assert_eq!(listed.iter().map(|session| (session.id, session.is_current)).collect::<Vec<_>>(), [(second, false), (first, true)]);
    assert_eq!(listed[0].ip, site.unique);
}

#[tokio::test]
async fn sessions_that_are_over_and_those_of_others_are_not_listed() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    site.session(&anna.email).await;
    let (ended, _) = site.session(&site.admin_email).await;
    revoke(&site, &site.admin, ended).await.unwrap();
    site.session(&site.admin_email).await;
    assert_eq!(own(&site, &site.admin).await.len(), 1);
    site.app.context.clock.advance(time::Duration::hours(13));
    assert_eq!(own(&site, &site.admin).await.len(), 0);
}

#[tokio::test]
async fn the_name_of_the_browser_is_kept_clean_and_short() {
    let site = Site::start().await;
    let request = LoginRequest { login: site.admin_email.clone(), password: PASSWORD.into(), ..Default::default() };
    let mut request = site.request(&testing::nobody(), request);
    request.metadata_mut().insert(USER_AGENT, format!("Mozilla/5.0   (X11) {}", "x".repeat(500)).parse().unwrap());
    site.sessions().login(request).await.unwrap();
    let listed = own(&site, &site.admin).await;
    assert!(listed[0].user_agent.starts_with("Mozilla/5.0 (X11) xxx"), "{}", listed[0].user_agent);
    assert_eq!(listed[0].user_agent.len(), 256);
}

#[tokio::test]
async fn a_session_is_signed_out_from_another_and_audited() {
    let site = Site::start().await;
    let (here, _) = site.session(&site.admin_email).await;
    let (there, tokens) = site.session(&site.admin_email).await;
    let caller = Caller { session_id: here, ..site.admin.clone() };
    revoke(&site, &caller, there).await.unwrap();
    assert_eq!(code(site.resolve(there).await), Code::NotFound);
    assert_eq!(code(site.refresh(&tokens.refresh).await), Code::Unauthenticated);
    assert!(site.resolve(here).await.is_ok());
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!(recorded.action, "revoke session");
    assert_eq!(code(revoke(&site, &caller, there).await), Code::NotFound);
}

#[tokio::test]
async fn the_sessions_of_an_account_are_listed_and_ended_in_whichever_of_its_projects() {
    let site = Site::start().await;
    let other = identity::bootstrap(&site.app.context, "Other", &site.admin_email, "is not used", "Alexander").await.unwrap();
    let ids = |sessions: Vec<Session>| -> Vec<i64> { sessions.iter().map(|session| site.session_id(&session.token)).collect() };
    let here = ids(site.login(&site.admin_email, PASSWORD).await.unwrap());
    let there = ids(site.login(&site.admin_email, PASSWORD).await.unwrap());
    let caller = Caller { session_id: here[1], ..site.admin.clone() };
    let mut listed: Vec<_> = own(&site, &caller).await.into_iter().map(|session| (session.id, session.project.unwrap().name)).collect();
    listed.sort();
    let named = |id, name: &str| (id, name.to_string());
    assert_eq!(listed, [named(here[0], "Other"), named(here[1], "Site"), named(there[0], "Other"), named(there[1], "Site")]);

    revoke(&site, &caller, there[0]).await.unwrap();
    assert_eq!(code(site.resolve(there[0]).await), Code::NotFound);
    let recorded: AuditRecorded = site.events("audit.recorded").await.pop().unwrap();
    assert_eq!((recorded.project_id, recorded.user_id, recorded.user_name.as_str()), (other.project_id, other.user_id, "Alexander"));

    // With the sessions of its own sign-in the browser goes from project to project.
    let request = site.request(&caller, RevokeOtherSessionsRequest {});
    assert_eq!(site.profiles().revoke_other_sessions(request).await.unwrap().into_inner().revoked, 1);
    assert!(site.resolve(here[0]).await.is_ok() && site.resolve(here[1]).await.is_ok());
    assert_eq!(code(site.resolve(there[1]).await), Code::NotFound);
}

#[tokio::test]
async fn nobody_signs_out_a_session_of_somebody_else() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (id, _) = site.session(&site.admin_email).await;
    assert_eq!(code(revoke(&site, &anna.caller, id).await), Code::NotFound);
    assert!(site.resolve(id).await.is_ok());
}

#[tokio::test]
async fn every_other_session_is_signed_out_but_not_this_one_nor_another_persons() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (of_anna, _) = site.session(&anna.email).await;
    let (here, _) = site.session(&site.admin_email).await;
    for _ in 0..3 {
        site.session(&site.admin_email).await;
    }
    let caller = Caller { session_id: here, ..site.admin.clone() };
    let request = site.request(&caller, RevokeOtherSessionsRequest {});
    assert_eq!(site.profiles().revoke_other_sessions(request).await.unwrap().into_inner().revoked, 3);
    assert_eq!(own(&site, &caller).await.len(), 1);
    assert!(site.resolve(here).await.is_ok() && site.resolve(of_anna).await.is_ok());
    assert_eq!(site.events::<SessionRevoked>("identity.session.revoked").await.len(), 3);
}
