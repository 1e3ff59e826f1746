//! Licences from the licence server.
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use licensing::config::Config;
use licensing::domain::license_key::LicenseKey;
use licensing::jobs::cloud_licenses::ask;
use proto::vestibule::licensing::v1::licenses_server::Licenses as _;
use proto::vestibule::licensing::v1::*;
use serde_json::Value;
use testing::{PROJECT, administrator};
use time::Duration;
use tonic::Status;

use super::site::{Site, signed_file};

/// Status and body of what the server answers next, what it was asked, and the secrets of the seats.
type ServerState = (Option<(u16, Vec<u8>)>, Vec<String>, Vec<String>);

/// What happens while the server is asked next.
type Meanwhile = Arc<Mutex<Option<Pin<Box<dyn Future<Output = ()> + Send>>>>>;

#[derive(Clone, Default)]
struct Server(Arc<Mutex<ServerState>>, Meanwhile);

impl Server {
    fn answer(&self, status: u16, body: Vec<u8>) {
        self.0.lock().unwrap().0 = Some((status, body));
    }

    fn during_next(&self, work: impl Future<Output = ()> + Send + 'static) {
        *self.1.lock().unwrap() = Some(Box::pin(work));
    }

    fn secrets(&self) -> Vec<String> {
        self.0.lock().unwrap().2.clone()
    }

    fn asked(&self) -> Vec<String> {
        self.0.lock().unwrap().1.clone()
    }
}

async fn respond(server: &Server, what: String, body: &Value) -> (StatusCode, Vec<u8>) {
    let meanwhile = server.1.lock().unwrap().take();
    if let Some(work) = meanwhile {
        work.await;
    }
    let mut state = server.0.lock().unwrap();
    state.1.push(what);
    state.2.push(body["secret"].as_str().unwrap().to_owned());
    let (status, body) = state.0.clone().unwrap_or((500, Vec::new()));
    (StatusCode::from_u16(status).unwrap(), body)
}

/// A site with the server at this address.
async fn start() -> (Site, Server) {
    let server = Server::default();
    let activate = async |State(server): State<Server>, Json(body): Json<Value>| respond(&server, "activate".into(), &body).await;
    let act =
        async |State(server): State<Server>, Path((_, verb)): Path<(String, String)>, Json(body): Json<Value>| respond(&server, verb, &body).await;
    let router = Router::new().route("/v1/activations", post(activate)).route("/v1/activations/{id}/{verb}", post(act)).with_state(server.clone());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let site = Site::start_with(Config { license_server: format!("http://{address}"), ..Config::default() }).await;
    (site, server)
}

async fn add(site: &Site) -> Result<License, Status> {
    let key = LicenseKey::new([7; 20]).as_str().to_owned();
    Ok(site.licenses().add_cloud_license(site.by(&administrator(PROJECT), AddCloudLicenseRequest { key })).await?.into_inner())
}

async fn only(site: &Site) -> License {
    site.licenses().list_licenses(site.by(&administrator(PROJECT), ListLicensesRequest {})).await.unwrap().into_inner().items.remove(0)
}

#[tokio::test]
async fn refusals_of_the_server_are_in_the_words_of_the_catalogue() {
    let (site, server) = start().await;
    for (status, message) in [
        (404, "no licence for project"),
        (409, "instance id already registered"),
        (410, "licence cannot be applied"),
        (500, "licence server not responding"),
    ] {
        server.answer(status, Vec::new());
        assert_eq!(add(&site).await.unwrap_err().message(), message);
    }
    let wrong = AddCloudLicenseRequest { key: "AAAAA".into() };
    assert_eq!(site.licenses().add_cloud_license(site.by(&administrator(PROJECT), wrong)).await.unwrap_err().code(), tonic::Code::InvalidArgument);
}

#[tokio::test]
async fn a_licence_is_asked_about_daily_and_goes_on_while_the_server_is_away() {
    let (site, server) = start().await;
    server.answer(200, signed_file(&site.cloud_payload(1)));
    assert_eq!(add(&site).await.unwrap().source, "cloud");
    ask(&site.service).await.unwrap();
    assert_eq!(server.asked(), ["activate"]);
    site.app.context.clock.advance(Duration::days(1));
    server.answer(503, Vec::new());
    ask(&site.service).await.unwrap();
    let away = only(&site).await;
    assert_eq!((away.state(), away.refresh_error.as_str()), (LicenseState::Active, "licence server not responding"));
    // Again after a while, with what has changed meanwhile.
    site.app.context.clock.advance(Duration::minutes(15));
    let longer = licensing::domain::license_file::Payload { valid_to: None, ..site.cloud_payload(1) };
    server.answer(200, signed_file(&longer));
    ask(&site.service).await.unwrap();
    let renewed = only(&site).await;
    assert_eq!((renewed.valid_to, renewed.refresh_error.as_str()), (None, ""));
}

#[tokio::test]
async fn a_revoked_licence_is_disabled() {
    let (site, server) = start().await;
    server.answer(200, signed_file(&site.cloud_payload(1)));
    add(&site).await.unwrap();
    site.app.context.clock.advance(Duration::days(2));
    server.answer(410, Vec::new());
    ask(&site.service).await.unwrap();
    assert_eq!(only(&site).await.state(), LicenseState::Disabled);
}

#[tokio::test]
async fn a_revoked_licence_is_asked_about_daily_and_comes_back_by_a_signed_answer() {
    let (site, server) = start().await;
    let file = signed_file(&site.cloud_payload(1));
    server.answer(200, file.clone());
    add(&site).await.unwrap();
    site.app.context.clock.advance(Duration::days(2));
    server.answer(410, Vec::new());
    for _ in 0..3 {
        ask(&site.service).await.unwrap();
    }
    let revoked_at = only(&site).await.revoked_at;
    assert!(revoked_at.is_some());
    site.app.context.clock.advance(Duration::days(2));
    ask(&site.service).await.unwrap();
    assert_eq!(only(&site).await.revoked_at, revoked_at, "since then");
    site.app.context.clock.advance(Duration::days(2));
    server.answer(200, file);
    ask(&site.service).await.unwrap();
    let back = only(&site).await;
    assert_eq!((back.state(), back.revoked_at), (LicenseState::Active, None));
    assert_eq!(server.asked(), ["activate", "refresh", "refresh", "refresh"]);
}

#[tokio::test]
async fn a_licence_whose_seat_another_activation_has_goes_on_and_says_so() {
    let (site, server) = start().await;
    server.answer(200, signed_file(&site.cloud_payload(1)));
    add(&site).await.unwrap();
    site.app.context.clock.advance(Duration::days(2));
    server.answer(403, Vec::new());
    ask(&site.service).await.unwrap();
    let license = only(&site).await;
    assert_eq!((license.state(), license.refresh_error.as_str()), (LicenseState::Active, "instance id already registered"));
}

#[tokio::test]
async fn the_seat_of_a_removed_licence_is_released_until_the_server_has_heard_it() {
    let (site, server) = start().await;
    server.answer(200, signed_file(&site.cloud_payload(1)));
    let id = add(&site).await.unwrap().id;
    site.licenses().delete_license(site.by(&administrator(PROJECT), DeleteLicenseRequest { id })).await.unwrap();
    server.answer(503, Vec::new());
    ask(&site.service).await.unwrap();
    server.answer(204, Vec::new());
    site.app.context.clock.advance(Duration::minutes(15));
    for _ in 0..3 {
        ask(&site.service).await.unwrap();
    }
    assert_eq!(server.asked(), ["activate", "release", "release"]);
}

#[tokio::test]
async fn each_seat_has_a_secret_of_its_own_that_licensing_keeps_sealed_and_presents() {
    let (site, server) = start().await;
    server.answer(200, signed_file(&site.cloud_payload(1)));
    let id = add(&site).await.unwrap().id;
    // The key once more: the same seat.
    assert_eq!(add(&site).await.unwrap().id, id);
    site.app.context.clock.advance(Duration::days(1));
    ask(&site.service).await.unwrap();
    site.licenses().delete_license(site.by(&administrator(PROJECT), DeleteLicenseRequest { id })).await.unwrap();
    server.answer(204, Vec::new());
    ask(&site.service).await.unwrap();
    // After it was removed: another one.
    server.answer(200, signed_file(&site.cloud_payload(1)));
    assert_eq!(add(&site).await.unwrap().id, id);
    assert_eq!(server.asked(), ["activate", "activate", "refresh", "release", "activate"]);
    let secrets = server.secrets();
    assert!(secrets[1..4].iter().all(|secret| *secret == secrets[0]));
    assert_ne!(secrets[4], secrets[0]);
    let mut tx = site.app.context.database.system().await.unwrap();
    let stored: Vec<u8> = sqlx::query_scalar("SELECT seat_secret FROM licenses WHERE id = $1").bind(id).fetch_one(&mut *tx).await.unwrap();
    assert!(!stored.windows(secrets[4].len()).any(|part| part == secrets[4].as_bytes()));
}

#[tokio::test]
async fn an_answer_about_an_earlier_activation_changes_nothing_of_the_next_one() {
    let (site, server) = start().await;
    server.answer(200, signed_file(&site.cloud_payload(1)));
    let id = add(&site).await.unwrap().id;
    site.app.context.clock.advance(Duration::days(1));
    // While the server is asked, somebody removes the licence and activates it once more.
    let again = site.service.clone();
    server.during_next(async move {
        let mut tx = again.context.database.system().await.unwrap();
        sqlx::query("UPDATE licenses SET seat_secret = 'another'").execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
    });
    server.answer(410, Vec::new());
    ask(&site.service).await.unwrap();
    assert_eq!((server.asked().last().map(String::as_str), only(&site).await.id), (Some("refresh"), id));
    assert_eq!(only(&site).await.state(), LicenseState::Active);
}

#[tokio::test]
async fn what_the_server_gave_is_no_offline_file_of_any_project() {
    let (site, server) = start().await;
    let file = signed_file(&site.cloud_payload(1));
    assert_eq!(site.add_bytes(&file).await.unwrap_err().to_string(), "licence cannot be applied");
    server.answer(200, signed_file(&site.payload(1)));
    assert_eq!(add(&site).await.unwrap_err().message(), "licence cannot be applied", "an offline file from the server");
    assert_eq!(server.asked(), ["activate", "release"]);
    server.answer(200, file.clone());
    let id = add(&site).await.unwrap().id;
    site.licenses().delete_license(site.by(&administrator(PROJECT), DeleteLicenseRequest { id })).await.unwrap();
    assert_eq!(site.add_bytes(&file).await.unwrap_err().to_string(), "licence cannot be applied", "after its seat was released");
}
