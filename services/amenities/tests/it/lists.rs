use amenities::app::App;
use amenities::rpc::lists::ListsService;
use proto::vestibule::gateway::v1::DescribeListsRequest;
use proto::vestibule::gateway::v1::lists_server::Lists as _;
use testing::{PROJECT, nobody, service};

use crate::site::Site;

#[tokio::test]
async fn the_lists_are_described_to_services_and_users_only() {
    let site = Site::start().await;
    let lists = ListsService(App::new(&site.app.context));
    let described = lists.describe_lists(site.by(&service(PROJECT, "api-gateway"), DescribeListsRequest {})).await.unwrap().into_inner();
    assert_eq!(described.items.iter().map(|list| list.resource.as_str()).collect::<Vec<_>>(), ["amenities", "amenity-reservations"]);
    assert!(lists.describe_lists(site.by(&nobody(), DescribeListsRequest {})).await.is_err());
}
