//! What a device should hold, for device-gateway.
use kit::Error;
use proto::vestibule::access::v1::device_lists_server::DeviceLists;
use proto::vestibule::access::v1::{
    DesiredIdentifier, DesiredSchedule, DeviceListPart, FaceImage, GetDeviceListRequest, GetFaceImageRequest, RefusedIdentifier,
};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::encode_timestamp;
use crate::app::App;
use crate::domain::compiler::{DesiredList, Item, Refused};
use crate::domain::identifier::OwnerType;
use crate::domain::schedule_book::BookedSchedule;
use crate::operation::device_list::compile;
use crate::operation::identifier_photo;

/// Entries of one message: below gRPC's limit of 4 MB.
const MAX_PART_ITEMS: usize = 500;

pub struct DeviceListsService(pub App);

/// At least one part, so that an empty list has its version too. Schedules come first: identifiers refer to them.
fn split(version: i64, list: &DesiredList<'_>) -> Vec<DeviceListPart> {
    let mut parts = vec![DeviceListPart { version, ..Default::default() }];
    parts.extend(list.schedules.chunks(MAX_PART_ITEMS).map(|chunk| DeviceListPart {
        version,
        schedules: chunk.iter().copied().map(encode_schedule).collect(),
        ..Default::default()
    }));
    parts.extend(list.items.chunks(MAX_PART_ITEMS).map(|chunk| DeviceListPart {
        version,
        identifiers: chunk.iter().map(encode_identifier).collect(),
        ..Default::default()
    }));
    parts.extend(list.refused.chunks(MAX_PART_ITEMS).map(|chunk| DeviceListPart {
        version,
        refused: chunk.iter().map(encode_refused).collect(),
        ..Default::default()
    }));
    parts
}

fn encode_identifier(item: &Item<'_>) -> DesiredIdentifier {
    let (from, to) = item.valid();
    DesiredIdentifier {
        id: item.identifier.id.0,
        link_id: item.identifier.link_id.to_string(),
        r#type: item.identifier.kind.device_word().into(),
        number: item.identifier.number.clone(),
        owner_name: item.owner_name.into(),
        owner_id: item.identifier.owner.map(|owner| owner.0),
        is_guest: item.identifier.owner_type == OwnerType::Guest,
        locks: item.access.lock_numbers.iter().map(|lock| i32::from(*lock)).collect(),
        valid_from: from.map(encode_timestamp),
        valid_to: to.map(encode_timestamp),
        passes: item.passes_left().map(|left| left as i32),
        schedule_link_ids: item.access.schedule_links.iter().map(ToString::to_string).collect(),
        face_hash: item.identifier.face.clone().unwrap_or_default(),
        hash: item.hash.to_string(),
    }
}

fn encode_schedule(booked: &BookedSchedule) -> DesiredSchedule {
    DesiredSchedule {
        id: booked.id.0,
        link_id: booked.link_id.to_string(),
        name: booked.name.clone(),
        profile: serde_json::to_string(&booked.profile).unwrap_or_default(),
        hash: booked.hash.to_string(),
    }
}

fn encode_refused(refused: &Refused<'_>) -> RefusedIdentifier {
    RefusedIdentifier {
        id: refused.identifier.id.0,
        link_id: refused.identifier.link_id.to_string(),
        reason: refused.reason.code().into(),
        cause: refused.reason.cause().unwrap_or_default().into(),
    }
}

#[tonic::async_trait]
impl DeviceLists for DeviceListsService {
    type GetDeviceListStream = BoxStream<DeviceListPart>;

    async fn get_device_list(&self, request: Request<GetDeviceListRequest>) -> Result<Response<BoxStream<DeviceListPart>>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let request = request.into_inner();
        let compiled = compile(&self.0, request.project_id, request.device_id).await?;
        let parts = split(compiled.version(), &compiled.list());
        Ok(Response::new(Box::pin(futures::stream::iter(parts.into_iter().map(Ok)))))
    }

    async fn get_face_image(&self, request: Request<GetFaceImageRequest>) -> Result<Response<FaceImage>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let request = request.into_inner();
        let link_id = Uuid::try_parse(&request.link_id).map_err(|_| Error::NotFound)?;
        let image = identifier_photo::image(&self.0, request.project_id, link_id, &request.face_hash).await?;
        Ok(Response::new(FaceImage { image }))
    }
}
