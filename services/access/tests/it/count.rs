use access::app::App;
use access::rpc::count::IdentifierCountsService;
use proto::vestibule::access::v1::identifier_counts_server::IdentifierCounts;
use proto::vestibule::common::v1::{CountOwnedRequest, OwnedCount};
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::*;

#[tokio::test]
async fn a_service_is_told_how_many_identifiers_the_projects_hold_that_it_names() {
    let site = Site::start().await;
    for number in ["1", "2"] {
        site.card(ANNA, number).await;
    }
    site.try_card(&testing::administrator(OTHER_PROJECT), FOREIGN_USER, "1").await.unwrap();
    let api = IdentifierCountsService(App::new(&site.app.context));
    let ask = |project_ids: Vec<i64>| site.app.context.signer.as_service("identity", 0, CountOwnedRequest { project_ids });
    let counted = api.count_owned(ask(vec![PROJECT, 77])).await.unwrap().into_inner().items;
    assert_eq!(counted, [OwnedCount { project_id: PROJECT, count: 2 }]);
    assert_eq!(api.count_owned(ask((0..501).collect())).await.unwrap_err().code(), Code::InvalidArgument);
}

#[tokio::test]
async fn only_services_are_answered() {
    let site = Site::start().await;
    let request = site.by(&site.admin(), CountOwnedRequest { project_ids: vec![PROJECT] });
    assert_eq!(IdentifierCountsService(App::new(&site.app.context)).count_owned(request).await.unwrap_err().code(), Code::PermissionDenied);
}
