use device_gateway::rpc::device_count::DeviceCountService;
use proto::vestibule::common::v1::{CountOwnedRequest, OwnedCount};
use proto::vestibule::device::v1::DeleteDeviceRequest;
use proto::vestibule::device::v1::device_counts_server::DeviceCounts;
use proto::vestibule::device::v1::devices_server::Devices;
use testing::{OTHER_PROJECT, PROJECT};
use tonic::Code;

use crate::site::{ELSEWHERE, Site, a_panel};

#[tokio::test]
async fn a_service_is_told_how_many_devices_the_projects_have_that_it_names_and_nobody_else_is() {
    let site = Site::start().await;
    site.make_panel().await;
    let gone = site.make_panel().await;
    site.devices().delete_device(site.as_caller(&site.admin(), DeleteDeviceRequest { id: gone.id })).await.unwrap();
    site.create(&testing::administrator(OTHER_PROJECT), a_panel(ELSEWHERE)).await.unwrap();
    let rpc = DeviceCountService(site.gateway.clone());
    let request = site.app.context.signer.as_service("identity", 0, CountOwnedRequest { project_ids: vec![PROJECT] });
    assert_eq!(rpc.count_owned(request).await.unwrap().into_inner().items, [OwnedCount { project_id: PROJECT, count: 1 }]);
    let request = site.as_caller(&site.admin(), CountOwnedRequest { project_ids: vec![PROJECT] });
    assert_eq!(rpc.count_owned(request).await.unwrap_err().code(), Code::PermissionDenied);
    site.end().await;
}
