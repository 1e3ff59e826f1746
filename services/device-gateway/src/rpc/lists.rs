//! What the lists of this service may be asked.
use kit::listing::describe;
use proto::vestibule::gateway::v1::lists_server::Lists;
use proto::vestibule::gateway::v1::{DescribeListsRequest, ListResourceMetaResponse};
use tonic::{Request, Response, Status};

use crate::store::{device, device_alarm, event, lift_event, task};

pub struct ListService;

#[tonic::async_trait]
impl Lists for ListService {
    async fn describe_lists(&self, _: Request<DescribeListsRequest>) -> Result<Response<ListResourceMetaResponse>, Status> {
        let listings = [&device::DEVICES, &device_alarm::ALARMS, &task::TASKS, &event::EVENTS, &event::ACCESS_EVENTS, &lift_event::ELEVATOR_EVENTS];
        Ok(Response::new(ListResourceMetaResponse { items: listings.into_iter().map(describe).collect() }))
    }
}
