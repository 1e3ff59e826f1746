//! Integrations, against a stand-in of the video platform.
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use domains::rpc::IntegrationService;
use kit::Outgoing;
use kit::outgoing::{Allowed, Authorities};
use policy::{Caller, Permission};
use proto::vestibule::common::v1::{DeleteAllRequest, Ref};
use proto::vestibule::domains::v1::groups_server::Groups as _;
use proto::vestibule::domains::v1::integrations_server::Integrations as _;
use proto::vestibule::domains::v1::*;
use proto::vestibule::events::v1::AuditRecorded;
use serde_json::json;
use testing::prost_message::Message;
use testing::{OTHER_PROJECT, PROJECT, administrator, nobody, someone};
use tokio::sync::Notify;
use tonic::{Code, Status};

use crate::site::{Site, detail};

/// AxxonOne with two macros and a camera, for root with the password hunter2. Its documentation's answers, shortened.
struct Platform {
    url: String,
    asked: Arc<AtomicUsize>,
}

impl Platform {
    async fn start() -> Platform {
        let asked = Arc::new(AtomicUsize::new(0));
        let macros = json!({ "macroCommands": [{ "id": "m-2", "name": "Open the gate" }, { "id": "m-1", "name": "Lights" }] });
        let cameras = json!({ "cameras": [{ "accessPoint": "hosts/S1/DeviceIpint.1/SourceEndpoint.video:0:0", "displayId": "1", "displayName": "Gate", "archives": [] }] });
        let answer = |asked: &Arc<AtomicUsize>, body: serde_json::Value| {
            let asked = asked.clone();
            get(move |headers: HeaderMap| async move {
                asked.fetch_add(1, Ordering::Relaxed);
                guarded(&headers, body)
            })
        };
        let routes = Router::new()
            .route("/macro/list/", answer(&asked, macros))
            .route("/camera/list", answer(&asked, cameras))
            .route("/broken/macro/list/", get(|| async { StatusCode::INTERNAL_SERVER_ERROR }))
            .route("/other/macro/list/", get(|| async { "<html>" }));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Platform { url, asked }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

/// root:hunter2
fn guarded(headers: &HeaderMap, body: serde_json::Value) -> Response {
    match headers.get("authorization").is_some_and(|value| value == "Basic cm9vdDpodW50ZXIy") {
        true => axum::Json(body).into_response(),
        false => StatusCode::UNAUTHORIZED.into_response(),
    }
}

struct Desk {
    site: Site,
    integrations: IntegrationService,
}

impl Desk {
    async fn start() -> Desk {
        let mut site = Site::start().await;
        site.app.context.outgoing = Outgoing::new(Allowed::Everything, Authorities::default()).unwrap();
        let integrations = IntegrationService(site.service());
        Desk { site, integrations }
    }

    async fn save(&self, caller: &Caller, paths: &[&str], integration: Integration) -> Result<Integration, Status> {
        let update_mask = Some(prost_types::FieldMask { paths: paths.iter().map(|path| path.to_string()).collect() });
        let request = SaveIntegrationRequest { integration: Some(integration), update_mask };
        self.integrations.save_integration(self.site.request(caller, request)).await.map(tonic::Response::into_inner)
    }

    async fn names(&self, caller: &Caller) -> Vec<String> {
        let request = self.site.request(caller, ListIntegrationsRequest::default());
        let list = self.integrations.list_integrations(request).await.expect("a list").into_inner();
        list.items.into_iter().map(|item| item.name).collect()
    }

    async fn get(&self, caller: &Caller, id: i64) -> Result<Integration, Status> {
        self.integrations.get_integration(self.site.request(caller, GetIntegrationRequest { id })).await.map(tonic::Response::into_inner)
    }

    async fn macros(&self, caller: &Caller, id: i64) -> Result<Vec<(String, String)>, Status> {
        let list = self.integrations.list_macros(self.site.request(caller, ListMacrosRequest { id })).await?.into_inner();
        Ok(list.items.into_iter().map(|item| (item.guid, item.name)).collect())
    }
}

fn video(url: &str, password: &str) -> Integration {
    let settings = AxxonOneSettings { server_url: url.into(), user_name: "root".into(), password: Some(password.into()) };
    Integration { r#type: IntegrationType::AxxonOne.into(), name: "Video".into(), axxon_one_settings: Some(settings), ..Default::default() }
}

/// One that is not in use: its server is not asked.
fn idle(name: &str, url: &str, domain_id: Option<i64>) -> Integration {
    let settings = BarrierSettings { server_url: url.into(), token: Some("t0ken".into()) };
    Integration { r#type: IntegrationType::Barrier.into(), name: name.into(), domain_id, barrier_settings: Some(settings), ..Default::default() }
}

fn group(id: i64) -> Ref {
    Ref { id, name: String::new() }
}

const OFF: &[&str] = &["is_active"];

#[tokio::test]
async fn macros_and_cameras_are_those_of_the_platform() {
    let (desk, platform, admin) = (Desk::start().await, Platform::start().await, administrator(PROJECT));
    let made = desk.save(&admin, &[], video(&platform.url, "hunter2")).await.unwrap();
    assert!(made.is_active);
    assert_eq!(made.axxon_one_settings.unwrap().password.as_deref(), Some("********"));
    let macros = desk.macros(&admin, made.id).await.unwrap();
    assert_eq!(macros, [("m-1".to_string(), "Lights".to_string()), ("m-2".to_string(), "Open the gate".to_string())]);
    let request = desk.site.request(&admin, ListCamerasRequest { id: made.id });
    let cameras = desk.integrations.list_cameras(request).await.unwrap().into_inner().items;
    assert_eq!(cameras, [Camera { guid: "hosts/S1/DeviceIpint.1/SourceEndpoint.video:0:0".into(), name: "1 Gate".into() }]);
}

#[tokio::test]
async fn the_platform_is_not_asked_at_every_letter_of_a_search() {
    let (desk, platform, admin) = (Desk::start().await, Platform::start().await, administrator(PROJECT));
    let id = desk.save(&admin, &[], video(&platform.url, "hunter2")).await.unwrap().id;
    let before = platform.asked();
    for _ in 0..3 {
        desk.macros(&admin, id).await.unwrap();
    }
    assert_eq!(platform.asked(), before + 1);
}

#[tokio::test]
async fn a_server_that_does_not_answer_as_it_should_is_unavailable_and_nothing_is_saved() {
    let (desk, platform, admin) = (Desk::start().await, Platform::start().await, administrator(PROJECT));
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for url in
        [format!("http://{closed}"), format!("{}/broken", platform.url), format!("{}/other", platform.url), format!("{}/nowhere", platform.url)]
    {
        let error = desk.save(&admin, &[], video(&url, "hunter2")).await.unwrap_err();
        assert_eq!((error.code(), error.message()), (Code::FailedPrecondition, "integration server is unavailable"), "{url}");
        if url.ends_with("/other") {
            assert_eq!(detail(&error).1, json!({ "reason": "the answer is not that of AxxonOne" }));
        }
    }
    let wrong = desk.save(&admin, &[], video(&platform.url, "wrong")).await.unwrap_err();
    assert_eq!(detail(&wrong).1, json!({ "fields": { "axxon_one_settings.password": "invalid credentials" } }));
    assert!(desk.names(&admin).await.is_empty() && desk.site.app.events().await.is_empty());
}

/// A barrier's server that takes the token t0ken at its address, and breaks at another.
async fn barrier() -> String {
    let guarded = get(|headers: HeaderMap| async move {
        match headers.get("authorization").and_then(|value| value.to_str().ok()) {
            Some("Bearer t0ken") => StatusCode::NO_CONTENT,
            None => StatusCode::UNAUTHORIZED,
            _ => StatusCode::FORBIDDEN,
        }
    });
    let routes = Router::new().route("/", guarded).route("/broken", get(|| async { StatusCode::BAD_GATEWAY }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, routes).await });
    url
}

#[tokio::test]
async fn a_barriers_server_is_asked_with_its_token_before_it_is_saved() {
    let (desk, admin, url) = (Desk::start().await, administrator(PROJECT), barrier().await);
    let with = |url: &str, token: Option<&str>| {
        let settings = BarrierSettings { server_url: url.into(), token: token.map(str::to_string) };
        Integration { barrier_settings: Some(settings), ..idle("Barrier", "", None) }
    };
    for token in [None, Some("wrong")] {
        let refused = desk.save(&admin, &[], with(&url, token)).await.unwrap_err();
        assert_eq!(detail(&refused).1, json!({ "fields": { "barrier_settings.token": "invalid credentials" } }));
    }
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    for (url, reason) in [(format!("{url}/broken"), "the server answers 502"), (format!("http://{closed}"), "no connection")] {
        let refused = desk.save(&admin, &[], with(&url, Some("t0ken"))).await.unwrap_err();
        assert_eq!(detail(&refused), ("integration server is unavailable".into(), json!({ "reason": reason })));
    }
    assert!(desk.names(&admin).await.is_empty());
    // Any answer that is no fault of the server will do.
    desk.save(&admin, &[], with(&format!("{url}/elsewhere"), Some("t0ken"))).await.unwrap();
    let made = desk.save(&admin, &[], with(&url, Some("t0ken"))).await.unwrap();
    assert!(made.is_active);
    assert_eq!(made.barrier_settings.unwrap().token.as_deref(), Some("********"));
}

#[tokio::test]
async fn a_server_in_a_private_network_is_refused_unless_the_operator_allows_it() {
    let (mut desk, platform) = (Desk::start().await, Platform::start().await);
    desk.site.app.context.outgoing = Outgoing::new(Allowed::Public, Authorities::default()).unwrap();
    desk.integrations = IntegrationService(desk.site.service());
    let error = desk.save(&administrator(PROJECT), &[], video(&platform.url, "hunter2")).await.unwrap_err();
    assert_eq!(detail(&error).1, json!({ "fields": { "axxon_one_settings.server_url": "the address is in a private network" } }));
    assert_eq!(platform.asked(), 0);
}

#[tokio::test]
async fn a_server_url_is_used_once_in_a_project() {
    let (desk, admin) = (Desk::start().await, administrator(PROJECT));
    desk.save(&admin, OFF, idle("First", "https://gate.example.com", None)).await.unwrap();
    let taken = desk.save(&admin, OFF, idle("Second", "https://GATE.example.com/", None)).await.unwrap_err();
    assert_eq!((taken.code(), taken.message()), (Code::FailedPrecondition, "integration server url exists"));
    desk.save(&administrator(OTHER_PROJECT), OFF, idle("Second", "https://gate.example.com", None)).await.expect("another project");
}

#[tokio::test]
async fn what_is_not_sent_stays_as_it_is() {
    let (desk, platform, admin) = (Desk::start().await, Platform::start().await, administrator(PROJECT));
    let made = desk.save(&admin, &[], video(&platform.url, "hunter2")).await.unwrap();
    let renamed = desk.save(&admin, &["id", "name"], Integration { id: made.id, name: "Cameras".into(), ..Default::default() }).await.unwrap();
    assert_eq!((renamed.name.as_str(), renamed.is_active), ("Cameras", true));
    assert_eq!(renamed.axxon_one_settings.unwrap().server_url, platform.url);
    assert_eq!(desk.macros(&admin, made.id).await.unwrap().len(), 2);
}

#[tokio::test]
async fn the_projects_own_need_the_right_to_its_settings_and_a_groups_a_right_over_the_group() {
    let desk = Desk::start().await;
    let (mine, other) = (desk.site.group("Mine", None).await, desk.site.group("Other", None).await);
    let below = desk.site.group("Below", Some(mine)).await;
    let keeper = someone(PROJECT, 5, [Permission::CanChangeProjectSettings], &[mine]);
    let manager = someone(PROJECT, 6, [Permission::CanManageSelfDomainIntegrations], &[mine]);
    let editor = someone(PROJECT, 7, [Permission::CanEditDescendantDomains], &[mine]);

    desk.save(&keeper, OFF, idle("Project", "https://p.example.com", None)).await.unwrap();
    assert_eq!(desk.save(&manager, OFF, idle("No", "https://n.example.com", None)).await.unwrap_err().code(), Code::PermissionDenied);
    desk.save(&manager, OFF, idle("Below", "https://b.example.com", Some(below))).await.unwrap();
    assert_eq!(desk.save(&keeper, OFF, idle("No", "https://n.example.com", Some(mine))).await.unwrap_err().code(), Code::PermissionDenied);
    let hidden = desk.save(&manager, OFF, idle("No", "https://n.example.com", Some(other))).await.unwrap_err();
    assert_eq!(hidden.message(), "invalid related entity sent");
    desk.save(&administrator(PROJECT), OFF, idle("Other", "https://o.example.com", Some(other))).await.unwrap();

    assert_eq!(desk.names(&keeper).await, ["Project"]);
    assert_eq!(desk.names(&manager).await, ["Below"]);
    assert_eq!(desk.names(&editor).await, ["Below"]);
    assert_eq!(desk.names(&administrator(PROJECT)).await, ["Below", "Other", "Project"]);
    assert!(desk.names(&administrator(OTHER_PROJECT)).await.is_empty());
    let request = desk.site.request(&someone(PROJECT, 8, [Permission::CanViewUsers], &[mine]), ListIntegrationsRequest::default());
    assert_eq!(desk.integrations.list_integrations(request).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn groups_that_use_one_see_it_and_do_not_change_it() {
    let desk = Desk::start().await;
    let (mine, other) = (desk.site.group("Mine", None).await, desk.site.group("Other", None).await);
    let admin = administrator(PROJECT);
    let shared = Integration { domains: vec![group(mine), group(other)], ..idle("Shared", "https://s.example.com", None) };
    let made = desk.save(&admin, OFF, shared).await.unwrap();
    assert_eq!(made.domains.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(), ["Mine", "Other"]);

    let manager = someone(PROJECT, 6, [Permission::CanManageSelfDomainIntegrations], &[mine]);
    let visible = desk.get(&manager, made.id).await.unwrap();
    assert_eq!(visible.domains.iter().map(|group| group.name.as_str()).collect::<Vec<_>>(), ["Mine"]);
    let request = GetGroupCompletelyRequest { id: mine, with_relations: vec!["integrations".into()] };
    let group = desk.site.groups.get_group_completely(desk.site.request(&manager, request)).await.unwrap().into_inner();
    assert_eq!(group.integrations, [Ref { id: made.id, name: "Shared".into() }]);
    let renamed = Integration { id: made.id, name: "Ours".into(), ..Default::default() };
    assert_eq!(desk.save(&manager, &["name"], renamed).await.unwrap_err().code(), Code::PermissionDenied);
    let request = desk.site.request(&manager, DeleteIntegrationRequest { id: made.id });
    assert_eq!(desk.integrations.delete_integration(request).await.unwrap_err().code(), Code::PermissionDenied);
}

#[tokio::test]
async fn macros_are_for_those_who_still_reach_the_platform_and_come_from_video_platforms_in_use() {
    let (desk, platform, admin) = (Desk::start().await, Platform::start().await, administrator(PROJECT));
    let mine = desk.site.group("Mine", None).await;
    let manager = someone(PROJECT, 6, [Permission::CanManageSelfDomainIntegrations], &[mine]);
    let made = desk.save(&manager, &[], Integration { domain_id: Some(mine), ..video(&platform.url, "hunter2") }).await.unwrap();
    assert_eq!(desk.macros(&manager, made.id).await.unwrap().len(), 2);
    let moved_away = someone(PROJECT, 6, [Permission::CanManageSelfDomainIntegrations], &[]);
    assert_eq!(desk.macros(&moved_away, made.id).await.unwrap_err().message(), "integration not allowed for user");
    let stranger = someone(PROJECT, 7, [Permission::CanViewUsers], &[]);
    assert_eq!(desk.macros(&stranger, made.id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(desk.macros(&nobody(), made.id).await.unwrap_err().code(), Code::Unauthenticated);

    let barrier = desk.save(&admin, OFF, idle("Barrier", "https://b.example.com", None)).await.unwrap();
    assert_eq!(desk.macros(&admin, barrier.id).await.unwrap_err().message(), "integration not allowed for device");
    desk.save(&admin, OFF, Integration { id: made.id, ..Default::default() }).await.unwrap();
    assert_eq!(desk.macros(&admin, made.id).await.unwrap_err().message(), "integration not allowed for device");
}

#[tokio::test]
async fn every_change_is_audited_without_secrets_and_many_go_at_once() {
    let (desk, admin) = (Desk::start().await, administrator(PROJECT));
    let made = desk.save(&admin, OFF, idle("Barrier", "https://b.example.com", None)).await.unwrap();
    let token = BarrierSettings { token: Some("an0ther".into()), ..Default::default() };
    let changed = Integration { id: made.id, barrier_settings: Some(token), ..Default::default() };
    desk.save(&admin, &["barrier_settings.token"], changed).await.unwrap();
    let request = desk.site.request(&admin, DeleteAllRequest { items: vec![made.id, 999] });
    let answer = desk.integrations.delete_all_integrations(request).await.unwrap().into_inner().items;
    assert_eq!(answer.iter().map(|item| (item.done, item.message.as_str())).collect::<Vec<_>>(), [(true, ""), (false, "item not found")]);

    let events = desk.site.app.events().await;
    let records: Vec<AuditRecorded> = events.iter().map(|(_, bytes)| AuditRecorded::decode(bytes.as_slice()).unwrap()).collect();
    assert_eq!(records.iter().map(|record| record.action.as_str()).collect::<Vec<_>>(), ["create", "edit", "delete"]);
    assert_eq!(records[1].after, r#"{"secret":"changed"}"#);
    assert!(records.iter().all(|record| record.resource == "integrations" && !format!("{record:?}").contains("t0ken")));
}

#[tokio::test]
async fn the_types_say_where_they_may_be_used() {
    let desk = Desk::start().await;
    let plain = someone(PROJECT, 8, [], &[]);
    let request = desk.site.request(&plain, ListAvailableIntegrationsRequest {});
    let items = desk.integrations.list_available_integrations(request).await.unwrap().into_inner().items;
    let types: Vec<_> = items.iter().map(|item| (item.r#type(), item.places.join(" "))).collect();
    assert_eq!(
        types,
        [(IntegrationType::Barrier, "project domain device".to_string()), (IntegrationType::AxxonOne, "project domain device".to_string())]
    );
    let request = desk.site.request(&nobody(), ListAvailableIntegrationsRequest {});
    assert_eq!(desk.integrations.list_available_integrations(request).await.unwrap_err().code(), Code::Unauthenticated);
}

#[tokio::test]
async fn an_invalid_integration_is_refused_by_field() {
    let (desk, admin) = (Desk::start().await, administrator(PROJECT));
    let refused = async |paths: &[&str], integration: Integration| detail(&desk.save(&admin, paths, integration).await.unwrap_err()).1;
    let crowd = Integration { domains: (1..=501).map(group).collect(), ..idle("Barrier", "ftp://gate.example.com", None) };
    let expected = json!({ "domains": "too many items: at most 500", "barrier_settings.server_url": "valid url or ip" });
    assert_eq!(refused(OFF, crowd).await, json!({ "fields": expected }));

    let made = desk.save(&admin, OFF, idle("Barrier", "https://gate.example.com", None)).await.unwrap();
    let retyped = Integration { id: made.id, r#type: IntegrationType::AxxonOne.into(), ..Default::default() };
    assert_eq!(refused(&["type"], retyped).await, json!({ "fields": { "type": "cannot be changed" } }));
    // Whoever changes the address does not learn the token by it.
    let moved = Integration { id: made.id, ..idle("", "https://elsewhere.example.com", None) };
    let expected = json!({ "fields": { "barrier_settings.token": "required with another server" } });
    assert_eq!(refused(&["barrier_settings.server_url"], moved).await, expected);
}

#[tokio::test]
async fn of_two_changes_at_once_the_one_that_waits_for_its_server_is_refused() {
    let (desk, admin) = (Desk::start().await, administrator(PROJECT));
    let made = desk.save(&admin, OFF, idle("Barrier", "https://gate.example.com", None)).await.unwrap();
    let (asked, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (received, wait) = (asked.clone(), go.clone());
    let slow = get(move || {
        let (received, wait) = (received.clone(), wait.clone());
        async move {
            received.notify_one();
            wait.notified().await;
        }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/", slow)).await });

    let moved = Integration { id: made.id, is_active: true, ..idle("", &url, None) };
    let paths = ["is_active", "barrier_settings.server_url", "barrier_settings.token"];
    let slower = desk.save(&admin, &paths, moved);
    let faster = async {
        asked.notified().await;
        let renamed = desk.save(&admin, &["name"], Integration { id: made.id, name: "Gate".into(), ..Default::default() }).await;
        go.notify_one();
        renamed
    };
    let (slower, faster) = tokio::join!(slower, faster);
    assert_eq!(faster.unwrap().name, "Gate");
    let refused = slower.unwrap_err();
    assert_eq!((refused.code(), refused.message()), (Code::FailedPrecondition, "changed by somebody else: try again"));
    assert!(!desk.get(&admin, made.id).await.unwrap().is_active);
}
