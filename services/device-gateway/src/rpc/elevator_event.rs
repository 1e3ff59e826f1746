//! The log of elevators.
use kit::{clock, list_query};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::device::v1::elevator_events_server::ElevatorEvents;
use proto::vestibule::device::v1::{DownloadElevatorEventsRequest, ElevatorEvent, ListElevatorEventsRequest, ListElevatorEventsResponse};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::elevator_event as operation;
use crate::store::lift_event::{self, LiftEventRow};

pub struct ElevatorEventService(pub App);

#[tonic::async_trait]
impl ElevatorEvents for ElevatorEventService {
    type DownloadElevatorEventsStream = BoxStream<FileChunk>;

    async fn list_elevator_events(&self, request: Request<ListElevatorEventsRequest>) -> Result<Response<ListElevatorEventsResponse>, Status> {
        let right: Authorized<resource::ElevatorEvent, action::View> = self.0.context.authorize(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = lift_event::list(&mut reader, &right, &list_query!(request.get_ref())).await?.map(encode);
        Ok(Response::new(ListElevatorEventsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn download_elevator_events(&self, request: Request<DownloadElevatorEventsRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(Box::pin(operation::export(&self.0, right, request.into_inner()).await?)))
    }
}

fn encode(row: LiftEventRow) -> ElevatorEvent {
    let named = |id: Option<i64>, name: Option<String>| id.map(|id| Ref { id, name: name.unwrap_or_default() });
    ElevatorEvent {
        id: row.id,
        category: row.category.into(),
        code: row.code,
        elevator: named(row.elevator_id, row.elevator_name),
        device: Some(Ref { id: row.device_id, name: row.device_name }),
        domain: Some(Ref { id: row.domain_id, name: row.domain_name.unwrap_or_default() }),
        user: named(row.user_id, row.user_name),
        panel: named(row.panel_id, row.panel_name),
        floors: row.floors,
        direction: row.direction,
        state: row.state.into(),
        error: row.error,
        created_at: Some(clock::to_proto(row.created_at)),
        received_at: Some(clock::to_proto(row.received_at)),
    }
}
