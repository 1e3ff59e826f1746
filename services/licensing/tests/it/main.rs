//! The operations of licensing, against a real database.
use licensing::project::{EVALUATION, EvaluationLicenses, TOPIC};
use licensing::rpc::{Cluster, Licenses};
use policy::{Caller, Permission};
use proto::vestibule::events::v1::{LicenseChanged, ProjectChanged};
use proto::vestibule::gateway::v1::cluster_server::Cluster as _;
use proto::vestibule::gateway::v1::{ListPodsRequest, Pods};
use proto::vestibule::licensing::v1::licenses_server::Licenses as _;
use proto::vestibule::licensing::v1::{Feature, GetLicenseStatusRequest, LicenseStatus, ListFeaturesRequest, ListLicensesRequest};
use testing::prost_message::Message;
use testing::{App, OTHER_PROJECT, PROJECT, administrator, device, nobody, service, someone};
use time::Duration;
use tonic::Code;

/// A service that has heard of the project.
async fn start() -> (App, Licenses) {
    let app = App::start("licensing", &licensing::MIGRATIONS).await;
    hear_of(&app, 1).await;
    let licenses = Licenses::new(app.context.clone());
    (app, licenses)
}

async fn hear_of(app: &App, version: i64) {
    let project = ProjectChanged { id: PROJECT, version, name: "Riverside".into(), ..ProjectChanged::default() };
    app.deliver(&EvaluationLicenses::new(app.context.clock.clone()), TOPIC, &project).await.unwrap();
}

async fn told(app: &App) -> Vec<LicenseChanged> {
    app.events().await.iter().map(|(_, bytes)| LicenseChanged::decode(bytes.as_slice()).unwrap()).collect()
}

async fn features(app: &App, licenses: &Licenses, caller: &Caller) -> Vec<Feature> {
    licenses.list_features(app.context.signer.request(caller, ListFeaturesRequest {})).await.unwrap().into_inner().items
}

async fn status(app: &App, licenses: &Licenses) -> (LicenseStatus, Option<i64>) {
    let request = app.context.signer.request(&someone(PROJECT, 9, [], &[]), GetLicenseStatusRequest {});
    let answer = licenses.get_license_status(request).await.unwrap().into_inner();
    (answer.status(), answer.days)
}

/// Gives the licence an end, as one that was bought for a while would have.
async fn end_after(app: &App, days: i64) {
    let mut tx = app.context.database.system().await.unwrap();
    sqlx::query("UPDATE licenses SET valid_to = $1").bind(app.context.clock.now() + Duration::days(days)).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_new_project_gets_one_unlimited_evaluation_licence() {
    let (app, licenses) = start().await;
    hear_of(&app, 2).await;
    let list = licenses.list_licenses(app.context.signer.request(&administrator(PROJECT), ListLicensesRequest {})).await.unwrap().into_inner();
    assert_eq!((list.total, list.items[0].name.as_str(), list.items[0].plan.as_str()), (1, EVALUATION, "evaluation"));
    assert_eq!(list.items[0].valid_to, None);
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::Normal, None));
    let features = features(&app, &licenses, &someone(PROJECT, 9, [], &[])).await;
    assert!(features.iter().any(|feature| feature.name == "sip.web_dialer"));
    assert!(features.iter().all(|feature| feature.is_enabled && feature.maximum.is_none()));
}

#[tokio::test]
async fn the_other_services_hear_of_the_features_once() {
    let (app, _) = start().await;
    hear_of(&app, 2).await;
    licensing::features::tell_changed(&app.context).await.unwrap();
    let told = told(&app).await;
    assert_eq!((told.len(), told[0].project_id, told[0].version), (1, PROJECT, 1));
    assert!(told[0].features.contains(&"identifier.guest".to_string()));
}

#[tokio::test]
async fn an_end_warns_then_switches_off_and_is_told() {
    let (app, licenses) = start().await;
    end_after(&app, 20).await;
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::Normal, Some(20)));
    app.context.clock.advance(Duration::days(10));
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::WillExpire, Some(10)));
    assert_eq!(licensing::features::tell_changed(&app.context).await.unwrap(), 0);

    app.context.clock.advance(Duration::days(11));
    assert_eq!(status(&app, &licenses).await, (LicenseStatus::AlreadyExpired, Some(1)));
    assert!(features(&app, &licenses, &administrator(PROJECT)).await.iter().all(|feature| !feature.is_enabled));
    assert_eq!(licensing::features::tell_changed(&app.context).await.unwrap(), 1);
    let last = told(&app).await.pop().unwrap();
    assert_eq!((last.version, last.features.len()), (2, 0));
}

#[tokio::test]
async fn licences_are_for_who_may_view_them() {
    let (app, licenses) = start().await;
    let list = |caller| licenses.list_licenses(app.context.signer.request(&caller, ListLicensesRequest {}));
    assert_eq!(list(someone(PROJECT, 9, [], &[])).await.unwrap_err().code(), Code::PermissionDenied);
    assert_eq!(list(nobody()).await.unwrap_err().code(), Code::Unauthenticated);
    assert!(list(someone(PROJECT, 9, [Permission::CanViewLicenses], &[])).await.is_ok());
    assert_eq!(list(administrator(OTHER_PROJECT)).await.unwrap().into_inner().total, 0);
}

#[tokio::test]
async fn features_are_told_to_users_and_services_of_the_project_only() {
    let (app, licenses) = start().await;
    assert!(features(&app, &licenses, &service(PROJECT, "api-gateway")).await.iter().all(|feature| feature.is_enabled));
    assert!(features(&app, &licenses, &administrator(OTHER_PROJECT)).await.iter().all(|feature| !feature.is_enabled));
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
    let cluster = Cluster::new(app.context.clone(), release.map(|release| release.parse().unwrap()));
    let answer = cluster.list_pods(app.context.signer.request(caller, ListPodsRequest {})).await;
    answer.map(|answer| answer.into_inner().pods).map_err(|status| status.code())
}

#[tokio::test]
async fn pods_are_told_to_services_alone_and_only_where_there_are_some() {
    let (app, _) = start().await;
    assert_eq!(pods(&app, &administrator(PROJECT), Some("vestibule/site")).await, Err(Code::Unauthenticated));
    assert_eq!(pods(&app, &service(0, "api-gateway"), None).await, Ok(None));
    // No API server is here.
    let told = pods(&app, &service(0, "api-gateway"), Some("vestibule/site")).await.unwrap().unwrap();
    assert_eq!((told.items.len(), told.message.is_empty()), (0, false));
}
