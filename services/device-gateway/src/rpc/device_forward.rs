//! The numbers that a panel calls for each apartment.
use device_protocol::forward::MAX_FORWARDS;
use policy::{action, resource};
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::device::v1 as api;
use proto::vestibule::device::v1::device_forwards_server::DeviceForwards;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::forward::{ApartmentForward, ApartmentNumber};
use crate::operation::device_forward as operation;

pub struct DeviceForwardService(pub App);

#[tonic::async_trait]
impl DeviceForwards for DeviceForwardService {
    type DownloadDeviceForwardsStream = BoxStream<FileChunk>;

    async fn download_device_forwards(&self, request: Request<api::GetDeviceForwardsRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        Ok(Response::new(Box::pin(operation::download(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn get_device_forwards(&self, request: Request<api::GetDeviceForwardsRequest>) -> Result<Response<api::DeviceForwardTable>, Status> {
        let right = self.0.context.authorize::<resource::Device, action::View, _>(&request)?;
        let found = operation::find(&self.0, &right, request.into_inner().id).await?;
        let items = found.table.into_iter().map(|row| {
            let is_confirmed = found.confirmed.contains(&row.apartment);
            encode(row, is_confirmed)
        });
        Ok(Response::new(api::DeviceForwardTable { items: items.collect(), max_numbers: MAX_FORWARDS as i32, is_supported: found.is_supported }))
    }
}

fn encode(row: ApartmentForward, is_confirmed: bool) -> api::ApartmentForward {
    api::ApartmentForward {
        apartment: row.apartment,
        domain: Some(Ref { id: row.group_id, name: row.group_name }),
        numbers: row.numbers.into_iter().enumerate().map(number).collect(),
        is_confirmed,
        is_ambiguous: row.is_ambiguous,
    }
}

/// Whose number it is is unset where the caller does not see the person.
fn number((at, number): (usize, ApartmentNumber)) -> api::ForwardNumber {
    let source = if number.user.is_some() { api::ForwardSource::User } else { api::ForwardSource::General };
    let user = number.user.filter(|(id, _)| *id != 0).map(|(id, name)| Ref { id, name });
    api::ForwardNumber { number: number.number, source: source.into(), user, is_cut_off: at >= MAX_FORWARDS }
}
