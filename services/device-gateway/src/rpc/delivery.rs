//! What devices have made of identifiers, for access.
use kit::clock::to_proto;
use kit::{Error, Result};
use proto::vestibule::device::v1::identifier_deliveries_server::IdentifierDeliveries;
use proto::vestibule::device::v1::{
    DeviceStatus, GetIdentifierDeliveriesRequest, GetIdentifierDeliveriesResponse, IdentifierDelivery, RetryIdentifierDeliveryRequest,
    RetryIdentifierDeliveryResponse,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::app::App;
use crate::domain::delivery::{DeliveryState, delivery};
use crate::operation::delivery as operation;
use crate::store::delivery::{self as store, DeliveryRow};

pub struct IdentifierDeliveriesService(pub App);

fn encode(row: DeliveryRow) -> Option<IdentifierDelivery> {
    let found = delivery(row.facts())?;
    let state = match found.state {
        DeliveryState::Confirmed => "confirmed",
        DeliveryState::Waiting => "waiting",
        DeliveryState::Refused => "refused",
    };
    Some(IdentifierDelivery {
        device_id: row.device_id,
        is_online: i32::from(row.status) == DeviceStatus::Online as i32,
        device_name: row.device_name,
        is_wanted: found.is_wanted,
        state: state.into(),
        error: found.error.unwrap_or_default(),
        at: found.at.map(to_proto),
    })
}

fn link(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::NotFound)
}

#[tonic::async_trait]
impl IdentifierDeliveries for IdentifierDeliveriesService {
    async fn get_identifier_deliveries(
        &self,
        request: Request<GetIdentifierDeliveriesRequest>,
    ) -> Result<Response<GetIdentifierDeliveriesResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let request = request.into_inner();
        let link = link(&request.link_id)?;
        let mut reader = self.0.context.database.read(request.project_id).await?;
        let rows = store::list_of_project(&mut reader, request.project_id, link).await?;
        Ok(Response::new(GetIdentifierDeliveriesResponse { items: rows.into_iter().filter_map(encode).collect() }))
    }

    async fn retry_identifier_delivery(
        &self,
        request: Request<RetryIdentifierDeliveryRequest>,
    ) -> Result<Response<RetryIdentifierDeliveryResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let request = request.into_inner();
        operation::retry(&self.0, request.project_id, request.device_id, link(&request.link_id)?).await?;
        Ok(Response::new(RetryIdentifierDeliveryResponse {}))
    }
}
