//! Licensing, against a real database.
mod activations;
mod cloud;
mod group_licenses;
mod licenses;
mod reports;
mod site;
mod statements;

use kit::projection::topic::DEVICE;
use licensing::config::Config;
use licensing::domain::feature::GRACED;
use licensing::domain::license::BASIC_FEATURES;
use licensing::events::{Events, PROJECT as PROJECT_CHANGED};
use licensing::jobs::license_periods::publish_changed;
use licensing::operation::license::create_evaluation::EVALUATION;
use licensing::rpc::{ClusterService, LicenseService};
use policy::{Caller, Permission};
use proto::vestibule::events::v1::{DeviceChanged, LicenseChanged, ProjectChanged};
use proto::vestibule::gateway::v1::cluster_server::Cluster as _;
use proto::vestibule::gateway::v1::{ListPodsRequest, Pods};
use proto::vestibule::licensing::v1::licenses_server::Licenses as _;
use proto::vestibule::licensing::v1::{Feature, GetLicenseStatusRequest, LicenseStatus, ListFeaturesRequest, ListLicensesRequest};
use testing::prost_message::Message;
use testing::{App, OTHER_PROJECT, PROJECT, administrator, device, nobody, service, someone};
use time::Duration;
use tonic::Code;

/// A service that has received the project.
async fn start() -> (App, LicenseService) {
    let app = App::start("licensing", &licensing::MIGRATIONS).await;
    receive_project(&app, 1).await;
    let licenses = LicenseService(service_of(&app, Config::default()));
    (app, licenses)
}

async fn receive_project(app: &App, version: i64) {
    let project = ProjectChanged { id: PROJECT, version, name: "Riverside".into(), ..ProjectChanged::default() };
    app.deliver(&Events(service_of(app, Config::default())), PROJECT_CHANGED, &project).await.unwrap();
}

fn service_of(app: &App, config: Config) -> licensing::app::App {
    licensing::app::App::new(app.context.clone(), config).unwrap()
}

async fn published(app: &App) -> Vec<LicenseChanged> {
    let events = app.events().await.into_iter().filter(|(topic, _)| topic == "licensing.license.changed");
    events.map(|(_, bytes)| LicenseChanged::decode(bytes.as_slice()).unwrap()).collect()
}

async fn features(app: &App, licenses: &LicenseService, caller: &Caller) -> Vec<Feature> {
    licenses.list_features(app.context.signer.request(caller, ListFeaturesRequest {})).await.unwrap().into_inner().items
}

async fn status(app: &App, licenses: &LicenseService) -> (LicenseStatus, Option<i64>) {
    let request = app.context.signer.request(&someone(PROJECT, 9, [], &[]), GetLicenseStatusRequest {});
    let answer = licenses.get_license_status(request).await.unwrap().into_inner();
    (answer.status(), answer.days)
}

fn enabled(features: &[Feature]) -> Vec<&str> {
    features.iter().filter(|feature| feature.is_enabled).map(|feature| feature.name.as_str()).collect()
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| name.to_string()).collect()
}

/// Gives the licence an end.
async fn end_after(app: &App, days: i64) {
    let mut tx = app.context.database.system().await.unwrap();
    sqlx::query("UPDATE licenses SET valid_to = $1").bind(app.context.clock.now() + Duration::days(days)).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_new_project_gets_one_unlimited_evaluation_licence() {
    let (app, licenses) = start().await;
    receive_project(&app, 2).await;
    let list = licenses.list_licenses(app.context.signer.request(&administrator(PROJECT), ListLicensesRequest {})).await.unwrap().into_inner();
    assert_eq!((list.total, list.items[0].name.as_str(), list.items[0].plan.as_str()), (1, EVALUATION, "evaluation"));
    assert_eq!(list.items[0].valid_to, None);
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::Normal, None));
    let features = features(&app, &licenses, &someone(PROJECT, 9, [], &[])).await;
    assert!(features.iter().any(|feature| feature.name == "sip.web_dialer"));
    assert!(features.iter().all(|feature| feature.is_enabled && feature.maximum.is_none()));
}

#[tokio::test]
async fn a_new_project_has_basic_where_the_installation_is_not_for_evaluation() {
    let app = App::start("licensing", &licensing::MIGRATIONS).await;
    let service = service_of(&app, Config { evaluation_license: false, ..Config::default() });
    let project = ProjectChanged { id: PROJECT, version: 1, name: "Riverside".into(), ..ProjectChanged::default() };
    app.deliver(&Events(service.clone()), PROJECT_CHANGED, &project).await.unwrap();
    let licenses = LicenseService(service);
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::NoLicense, None));
    assert_eq!(enabled(&features(&app, &licenses, &administrator(PROJECT)).await), BASIC_FEATURES);
    let last = published(&app).await.pop().unwrap();
    assert_eq!((last.version, last.features), (1, strings(&BASIC_FEATURES)), "the other services know it");
    // The setting is for new projects: this one gets none later.
    receive_project(&app, 2).await;
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::NoLicense, None));
}

#[tokio::test]
async fn a_device_that_is_known_before_its_project_costs_no_evaluation_licence() {
    let app = App::start("licensing", &licensing::MIGRATIONS).await;
    let licenses = LicenseService(service_of(&app, Config::default()));
    let panel = DeviceChanged { project_id: PROJECT, id: 500, version: 1, r#type: "panel".into(), ..DeviceChanged::default() };
    app.deliver(&Events(service_of(&app, Config::default())), DEVICE, &panel).await.unwrap();
    assert!(published(&app).await.is_empty(), "nothing is known of the project");
    receive_project(&app, 1).await;
    let list = licenses.list_licenses(app.context.signer.request(&administrator(PROJECT), ListLicensesRequest {})).await.unwrap().into_inner();
    assert_eq!((list.total, list.items[0].name.as_str()), (1, EVALUATION));
}

#[tokio::test]
async fn the_features_are_published_once() {
    let (app, licenses) = start().await;
    receive_project(&app, 2).await;
    publish_changed(&licenses.0).await.unwrap();
    let published = published(&app).await;
    assert_eq!((published.len(), published[0].project_id, published[0].version), (1, PROJECT, 1));
    assert!(published[0].features.contains(&"identifier.guest".to_string()));
}

#[tokio::test]
async fn the_end_of_a_licence_is_warned_of_then_disables_its_features_and_is_published() {
    let (app, licenses) = start().await;
    end_after(&app, 20).await;
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::Normal, Some(20)));
    app.context.clock.advance(Duration::days(10));
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::WillExpire, Some(10)));
    assert_eq!(publish_changed(&licenses.0).await.unwrap(), 0);

    app.context.clock.advance(Duration::days(11));
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::AlreadyExpired, Some(1)));
    // Basic stays, and doors go on with what exists.
    assert_eq!(enabled(&features(&app, &licenses, &administrator(PROJECT)).await), BASIC_FEATURES);
    assert_eq!(publish_changed(&licenses.0).await.unwrap(), 1);
    let last = published(&app).await.pop().unwrap();
    assert_eq!((last.version, last.features, last.grace_features), (2, strings(&BASIC_FEATURES), strings(&GRACED)));
    app.context.clock.advance(Duration::days(14));
    assert_eq!(publish_changed(&licenses.0).await.unwrap(), 1);
    assert_eq!(published(&app).await.pop().unwrap().grace_features, Vec::<String>::new());
}

#[tokio::test]
async fn licences_are_listed_to_users_who_may_view_them() {
    let (app, licenses) = start().await;
    let list = |caller| licenses.list_licenses(app.context.signer.request(&caller, ListLicensesRequest {}));
    assert_eq!(list(someone(PROJECT, 9, [], &[])).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(list(nobody()).await.unwrap_err().code(), Code::Unauthenticated);
    assert!(list(someone(PROJECT, 9, [Permission::CanViewLicenses], &[])).await.is_ok());
    assert_eq!(list(administrator(OTHER_PROJECT)).await.unwrap().into_inner().total, 0);
}

#[tokio::test]
async fn features_are_listed_to_users_and_services_of_the_project_only() {
    let (app, licenses) = start().await;
    assert!(features(&app, &licenses, &service(PROJECT, "api-gateway")).await.iter().all(|feature| feature.is_enabled));
    assert_eq!(enabled(&features(&app, &licenses, &administrator(OTHER_PROJECT)).await), BASIC_FEATURES);
    for caller in [nobody(), device(PROJECT, "AA12-0001")] {
        let request = app.context.signer.request(&caller, ListFeaturesRequest {});
        assert_eq!(licenses.list_features(request).await.unwrap_err().code(), Code::Unauthenticated);
    }
}

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let (app, _) = start().await;
    assert_eq!(testing::rows_without_tenancy(&app).await, Vec::<String>::new());
}

async fn pods(app: &App, caller: &Caller, release: Option<&str>) -> Result<Option<Pods>, Code> {
    let config = Config { pods: release.map(|release| release.parse().unwrap()), ..Config::default() };
    let cluster = ClusterService(service_of(app, config));
    let answer = cluster.list_pods(app.context.signer.request(caller, ListPodsRequest {})).await;
    answer.map(|answer| answer.into_inner().pods).map_err(|status| status.code())
}

#[tokio::test]
async fn pods_are_listed_to_services_only_and_only_in_kubernetes() {
    let (app, _) = start().await;
    assert_eq!(pods(&app, &administrator(PROJECT), Some("vestibule/site")).await, Err(Code::PermissionDenied));
    assert_eq!(pods(&app, &service(0, "api-gateway"), None).await, Ok(None));
    // Without an API server of Kubernetes.
    let listed = pods(&app, &service(0, "api-gateway"), Some("vestibule/site")).await.unwrap().unwrap();
    assert_eq!((listed.items.len(), listed.message.is_empty()), (0, false));
}
