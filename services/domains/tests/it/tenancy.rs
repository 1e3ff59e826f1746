//! The service as a whole.
use domains::rpc::ListService;
use proto::vestibule::gateway::v1::DescribeListsRequest;
use proto::vestibule::gateway::v1::lists_server::Lists as _;
use testing::{PROJECT, nobody, service};

use crate::site::Site;

#[tokio::test]
async fn every_table_is_under_row_level_security() {
    let site = Site::start().await;
    assert_eq!(testing::rows_without_tenancy(&site.app).await, Vec::<String>::new());
}

#[tokio::test]
async fn lists_describe_themselves_to_whoever_is_known() {
    let site = Site::start().await;
    let lists = ListService(site.service());
    let answer = lists.describe_lists(site.request(&service(PROJECT, "api-gateway"), DescribeListsRequest {})).await.unwrap().into_inner();
    assert_eq!(answer.items.iter().map(|meta| meta.resource.as_str()).collect::<Vec<_>>(), ["domains", "domain-types", "integrations"]);
    assert!(lists.describe_lists(site.request(&nobody(), DescribeListsRequest {})).await.is_err());
}
