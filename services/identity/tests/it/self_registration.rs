use std::sync::{Arc, Mutex};

use proto::vestibule::domains::v1::registered_groups_server::{RegisteredGroups, RegisteredGroupsServer};
use proto::vestibule::domains::v1::{CreateRegisteredGroupRequest, CreateRegisteredGroupResponse};
use proto::vestibule::events::v1::UserChanged;
use proto::vestibule::identity::v1::registrations_server::Registrations;
use proto::vestibule::identity::v1::{GetSelfRegistrationRequest, SelfRegistration};
use serde_json::json;
use time::Duration;
use tonic::service::Routes;
use tonic::{Code, Request, Response, Status};

use crate::site::{PASSWORD, Site, code, fields, refusal};

const MADE: i64 = 77;

/// Stands in for domains: notes what it is asked, and can be away.
#[derive(Clone, Default)]
struct Domains {
    asked: Arc<Mutex<Vec<CreateRegisteredGroupRequest>>>,
    is_away: Arc<Mutex<bool>>,
}

#[tonic::async_trait]
impl RegisteredGroups for Domains {
    async fn create_registered_group(
        &self,
        request: Request<CreateRegisteredGroupRequest>,
    ) -> Result<Response<CreateRegisteredGroupResponse>, Status> {
        let request = request.into_inner();
        self.asked.lock().unwrap().push(request.clone());
        if *self.is_away.lock().unwrap() {
            return Err(Status::unavailable("away"));
        }
        Ok(Response::new(CreateRegisteredGroupResponse { id: MADE, version: 1, name: request.name }))
    }
}

async fn open_site() -> (Site, Domains) {
    let site = Site::start().await;
    site.settings(1, site.open()).await;
    let domains = Domains::default();
    site.app.context.peers.add("domains", Routes::new(RegisteredGroupsServer::new(domains.clone())));
    (site, domains)
}

async fn offer(site: &Site, code: &str) -> Result<SelfRegistration, Status> {
    let request = site.request(&site.stranger(), GetSelfRegistrationRequest { code: code.into() });
    Ok(site.registrations().get_self_registration(request).await?.into_inner())
}

#[tokio::test]
async fn a_code_offers_what_the_project_set() {
    let (site, _) = open_site().await;
    let offered = offer(&site, &site.invitation_code()).await.unwrap();
    assert_eq!((offered.project_name.as_str(), offered.user_types), ("Site", vec!["owner".to_string(), "tenant".to_string()]));
    assert_eq!(offered.object_names, ["house", "company"]);
}

#[tokio::test]
async fn a_code_that_no_project_gives_out_is_invalid() {
    let (site, _) = open_site().await;
    for unknown in ["OTHER-CODE", "", &"x".repeat(65)] {
        let (status, message, detail) = refusal(offer(&site, unknown).await);
        assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "invalid invitation code"), "{unknown}");
        assert_eq!(detail["code"], "invalid_invitation_code");
    }
    site.settings(2, proto::vestibule::events::v1::ProjectGeneral { self_registration_enabled: false, ..site.open() }).await;
    assert_eq!(refusal(offer(&site, &site.invitation_code()).await).1, "invalid invitation code");
    assert_eq!(refusal(site.self_register("eva", "owner").await).1, "invalid invitation code");
}

#[tokio::test]
async fn the_object_becomes_a_group_and_the_registrant_its_user_in_the_chosen_role() {
    let (site, domains) = open_site().await;
    site.self_register("eva", "owner").await.unwrap();
    let mail = site.last_mail(&site.email("eva")).await;
    assert_eq!((mail.kind.as_str(), mail.locale.as_str()), ("account_confirmation", "en"));
    let token = site.last_token(&site.email("eva")).await;
    assert!(mail.values["link"].ends_with(&format!("/registration/confirm/{token}")));

    site.confirm_account(&token).await.unwrap();
    assert_eq!(domains.asked.lock().unwrap()[0].name, "eva's house");
    let (session, _) = site.session(&site.email("eva")).await;
    let live = site.resolve(session).await.unwrap();
    assert_eq!((live.role_id, live.domain_ids), (site.roles["group_administrator"], vec![MADE]));
    let published = site.events::<UserChanged>("identity.user.changed").await.pop().unwrap();
    assert_eq!(published.domain_ids, [MADE]);
}

#[tokio::test]
async fn the_group_is_known_before_its_event_comes() {
    let (site, _) = open_site().await;
    site.self_register("eva", "owner").await.unwrap();
    site.confirm_account(&site.last_token(&site.email("eva")).await).await.unwrap();
    let session = site.session(&site.email("eva")).await.0;
    let user = site.get(&site.admin, site.resolve(session).await.unwrap().user_id).await.unwrap();
    assert_eq!(user.domains[0].name, "eva's house");
    // The event, late, changes nothing.
    site.group(MADE, 0, 1, false).await;
    assert_eq!(site.get(&site.admin, user.id).await.unwrap().domains[0].name, "eva's house");
}

#[tokio::test]
async fn the_account_signs_in_only_after_it_is_confirmed() {
    let (site, domains) = open_site().await;
    site.self_register("eva", "tenant").await.unwrap();
    assert_eq!(refusal(site.login(&site.email("eva"), PASSWORD).await).1, "invalid credentials");
    assert!(domains.asked.lock().unwrap().is_empty(), "no group before it is confirmed");
    site.confirm_account(&site.last_token(&site.email("eva")).await).await.unwrap();
    assert!(site.login(&site.email("eva"), PASSWORD).await.is_ok());
}

#[tokio::test]
async fn a_link_is_good_once_and_for_a_week() {
    let (site, _) = open_site().await;
    site.self_register("eva", "owner").await.unwrap();
    let token = site.last_token(&site.email("eva")).await;
    site.confirm_account(&token).await.unwrap();
    let (status, message, detail) = refusal(site.confirm_account(&token).await);
    assert_eq!((status, message.as_str()), (Code::FailedPrecondition, "verification link is outdated or incorrect"));
    assert_eq!(detail["code"], "link_outdated");

    site.self_register("ivan", "owner").await.unwrap();
    let token = site.last_token(&site.email("ivan")).await;
    site.app.context.clock.advance(Duration::days(7));
    for bad in [token.as_str(), "no token", ""] {
        assert_eq!(refusal(site.confirm_account(bad).await).1, "verification link is outdated or incorrect");
    }
}

#[tokio::test]
async fn a_confirmation_that_ended_halfway_makes_no_second_group() {
    let (site, domains) = open_site().await;
    site.self_register("eva", "owner").await.unwrap();
    let token = site.last_token(&site.email("eva")).await;
    *domains.is_away.lock().unwrap() = true;
    assert_eq!(code(site.confirm_account(&token).await), Code::Unavailable);
    *domains.is_away.lock().unwrap() = false;
    site.confirm_account(&token).await.unwrap();
    let asked = domains.asked.lock().unwrap().clone();
    assert_eq!((asked.len(), &asked[0].key), (2, &asked[1].key));
}

#[tokio::test]
async fn a_known_e_mail_is_answered_alike_and_told_so_by_mail() {
    let (site, domains) = open_site().await;
    site.person("anna", "user", &[11]).await;
    site.self_register("anna", "owner").await.unwrap();
    let mail = site.last_mail(&site.email("anna")).await;
    assert_eq!((mail.kind.as_str(), mail.to_name.as_str(), mail.domain_id), ("already_registered", "anna", 11));
    assert!(domains.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn who_is_a_user_by_now_is_registered_already_and_gets_no_group() {
    let (site, domains) = open_site().await;
    site.self_register("anna", "owner").await.unwrap();
    let token = site.last_token(&site.email("anna")).await;
    site.person("anna", "user", &[11]).await;
    assert_eq!(refusal(site.confirm_account(&token).await).1, "user registered already");
    assert!(domains.asked.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_type_that_is_not_offered_is_refused() {
    let (site, _) = open_site().await;
    assert_eq!(fields(site.self_register("eva", "king").await), json!({ "user_type": "must be one of: owner, tenant" }));
}

#[tokio::test]
async fn guesses_at_invitation_codes_are_limited_by_address() {
    let site = Site::with_config(identity::Config {
        limits: identity::LoginLimits { account: 10, address: 3, window: std::time::Duration::from_secs(900) },
        ..Default::default()
    })
    .await;
    for guess in ["AAAAAA", "AAAAAB", "AAAAAC"] {
        assert_eq!(code(offer(&site, guess).await), Code::FailedPrecondition);
    }
    assert_eq!(code(offer(&site, "AAAAAD").await), Code::ResourceExhausted);
}

#[tokio::test]
async fn nothing_that_a_stranger_typed_reaches_whoever_has_the_e_mail() {
    let (site, _) = open_site().await;
    site.create(
        &site.admin,
        proto::vestibule::identity::v1::User { email: Some(site.email("eva")), ..site.new_user("Eva of House 1", "user", &[11]) },
    )
    .await
    .unwrap();
    site.as_system("UPDATE users SET locale = 'ru' WHERE name = 'Eva of House 1'").await;
    site.self_register("eva", "owner").await.unwrap();
    let mail = site.last_mail(&site.email("eva")).await;
    assert_eq!((mail.to_name.as_str(), mail.locale.as_str()), ("Eva of House 1", "ru"));
}
