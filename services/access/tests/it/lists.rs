use access::app::App;
use access::rpc::lists::ListsService;
use proto::vestibule::gateway::v1::DescribeListsRequest;
use proto::vestibule::gateway::v1::lists_server::Lists;
use testing::{PROJECT, nobody, service};
use tonic::Code;

use crate::site::Site;

#[tokio::test]
async fn the_lists_are_described_to_services_and_users_only() {
    let site = Site::start().await;
    let lists = ListsService(App::new(&site.app.context));
    let described = lists.describe_lists(site.by(&service(PROJECT, "api-gateway"), DescribeListsRequest {})).await.unwrap().into_inner();
    assert_eq!(described.items.len(), 6);
    assert_eq!(lists.describe_lists(site.by(&nobody(), DescribeListsRequest {})).await.unwrap_err().code(), Code::Unauthenticated);
}
