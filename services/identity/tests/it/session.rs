use futures::StreamExt;
use identity::invalidation::{CHANNEL, SessionChange};
use policy::{Caller, PermissionSet};
use proto::vestibule::events::v1::SessionRevoked;
use proto::vestibule::identity::v1::sessions_server::Sessions;
use proto::vestibule::identity::v1::{LogoutRequest, ResolveSessionRequest};
use tonic::Code;

use crate::site::{Site, code};

#[tokio::test]
async fn a_live_session_tells_what_it_may_do() {
    let site = Site::start().await;
    let anna = site.person("anna", "concierge", &[11, 12]).await;
    let (id, _) = site.session(&anna.email).await;
    let live = site.resolve(id).await.unwrap();
    assert_eq!((live.session_id, live.project_id, live.user_id, live.role_id), (id, site.project, anna.id, site.roles["concierge"]));
    assert_eq!((live.user_name.as_str(), live.locale.as_str(), live.domain_ids), ("anna", "en", vec![11, 12]));
    assert_eq!(PermissionSet::from_codes(live.permissions.iter().map(String::as_str)), anna.caller.permissions);
    assert_eq!(live.expires_at, testing::NOW.unix_timestamp() + 12 * 3600);
}

#[tokio::test]
async fn only_services_resolve_sessions() {
    let site = Site::start().await;
    let (session_id, _) = site.session(&site.admin_email).await;
    let nobody = (testing::nobody(), Code::Unauthenticated);
    let others = [site.admin.clone(), testing::device(site.project, "1")].map(|caller| (caller, Code::PermissionDenied));
    for (caller, expected) in std::iter::once(nobody).chain(others) {
        let request = site.request(&caller, ResolveSessionRequest { session_id });
        assert_eq!(code(site.sessions().resolve_session(request).await), expected);
    }
}

#[tokio::test]
async fn an_administrator_holds_permissions_that_came_after_the_project() {
    let site = Site::start().await;
    site.as_system("UPDATE roles SET permissions = '{}' WHERE is_administrator").await;
    let (id, _) = site.session(&site.admin_email).await;
    assert_eq!(site.resolve(id).await.unwrap().permissions.len(), policy::Permission::all().count());
}

#[tokio::test]
async fn signing_out_ends_this_session_alone_and_twice_is_once() {
    let site = Site::start().await;
    let (id, session) = site.session(&site.admin_email).await;
    let (other, _) = site.session(&site.admin_email).await;
    let caller = Caller { session_id: id, ..site.admin.clone() };
    for _ in 0..2 {
        site.sessions().logout(site.request(&caller, LogoutRequest {})).await.unwrap();
    }
    assert_eq!(code(site.resolve(id).await), Code::NotFound);
    assert_eq!(code(site.refresh(&session.refresh).await), Code::Unauthenticated);
    assert!(site.resolve(other).await.is_ok());
    assert_eq!(site.events::<SessionRevoked>("identity.session.revoked").await.len(), 1);
}

#[tokio::test]
async fn nobody_signs_out_of_somebody_elses_session() {
    let site = Site::start().await;
    let anna = site.person("anna", "user", &[11]).await;
    let (id, _) = site.session(&site.admin_email).await;
    let caller = Caller { session_id: id, ..anna.caller.clone() };
    site.sessions().logout(site.request(&caller, LogoutRequest {})).await.unwrap();
    assert!(site.resolve(id).await.is_ok());
    assert_eq!(code(site.sessions().logout(site.request(&testing::nobody(), LogoutRequest {})).await), Code::Unauthenticated);
}

#[tokio::test]
async fn gateways_are_told_of_an_ended_session() {
    let site = Site::start().await;
    // Other tests use the same Redis: an id that is this test's own tells its message from theirs.
    let own = 1_000_000_000 + (uuid::Uuid::now_v7().as_u128() % 1_000_000_000) as i64;
    site.as_owner(&format!("ALTER TABLE sessions ALTER COLUMN id RESTART WITH {own}")).await;
    let (id, _) = site.session(&site.admin_email).await;
    assert_eq!(id, own);

    let client = redis::Client::open(site.app.context.settings.redis_url.as_str()).unwrap();
    let mut pubsub = client.get_async_pubsub().await.unwrap();
    pubsub.subscribe(site.app.context.settings.redis_name(CHANNEL)).await.unwrap();
    let caller = Caller { session_id: id, ..site.admin.clone() };
    site.sessions().logout(site.request(&caller, LogoutRequest {})).await.unwrap();
    let published = pubsub.on_message().filter_map(|message| async move { serde_json::from_slice(message.get_payload_bytes()).ok() });
    let mut ours = std::pin::pin!(published.filter(|change| std::future::ready(*change == SessionChange::SessionId(own))));
    let received = tokio::time::timeout(std::time::Duration::from_secs(30), ours.next()).await.unwrap();
    assert_eq!(received, Some(SessionChange::SessionId(own)));
}
