//! What a device should hold, for device-gateway.

use kit::{Context, Error, Result};
use proto::vestibule::access::v1::device_lists_server::DeviceLists;
use proto::vestibule::access::v1::{DesiredIdentifier, DesiredSchedule, DeviceListPart, GetDeviceListRequest, RefusedIdentifier};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use super::time_rule::proto_time;
use crate::domain::compiler::{Compiler, DesiredList, Item, Refused};
use crate::domain::identifier::OwnerType;
use crate::domain::schedule_book::BookedSchedule;
use crate::site::{DeviceSite, Whom, timestamp};

const PART: usize = 500;

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn parts(&self, request: GetDeviceListRequest) -> Result<Vec<DeviceListPart>> {
        let mut tx = self.context.database.tenant(request.project_id).await?;
        // The version and what it stands for are read as of one moment.
        sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(&mut *tx).await?;
        let site = DeviceSite::load(&mut tx, request.project_id, request.device_id, Whom::All).await?;
        tx.rollback().await?;
        let compiler = Compiler::new(site.compiled(), timestamp(self.context.clock.now()));
        Ok(split(site.version, &compiler.compile(&site.device)))
    }
}

/// At least one part, so that an empty list has its version too. Schedules come first: items name them.
fn split(version: i64, list: &DesiredList<'_>) -> Vec<DeviceListPart> {
    let mut parts = vec![DeviceListPart { version, ..Default::default() }];
    parts.extend(list.schedules.chunks(PART).map(|chunk| DeviceListPart {
        version,
        schedules: chunk.iter().copied().map(schedule).collect(),
        ..Default::default()
    }));
    parts.extend(list.items.chunks(PART).map(|chunk| DeviceListPart {
        version,
        identifiers: chunk.iter().map(identifier).collect(),
        ..Default::default()
    }));
    parts.extend(list.refused.chunks(PART).map(|chunk| DeviceListPart {
        version,
        refused: chunk.iter().map(refused).collect(),
        ..Default::default()
    }));
    parts
}

fn identifier(item: &Item<'_>) -> DesiredIdentifier {
    let (from, to) = item.valid();
    DesiredIdentifier {
        id: item.identifier.id.0,
        link_id: item.identifier.link_id.to_string(),
        r#type: item.identifier.kind.as_str().into(),
        number: item.identifier.number.clone(),
        owner_name: item.owner_name.into(),
        owner_id: item.identifier.owner.map(|owner| owner.0),
        is_guest: item.identifier.owner_type == OwnerType::Guest,
        locks: item.access.lock_numbers.iter().map(|lock| i32::from(*lock)).collect(),
        valid_from: from.map(proto_time),
        valid_to: to.map(proto_time),
        passes: item.passes_left().map(|left| left as i32),
        schedule_link_ids: item.access.schedule_links.iter().map(ToString::to_string).collect(),
        hash: item.hash.to_string(),
    }
}

fn schedule(booked: &BookedSchedule) -> DesiredSchedule {
    DesiredSchedule {
        id: booked.id.0,
        link_id: booked.link_id.to_string(),
        name: booked.name.clone(),
        profile: serde_json::to_string(&booked.profile).unwrap_or_default(),
        hash: booked.hash.to_string(),
    }
}

fn refused(refused: &Refused<'_>) -> RefusedIdentifier {
    RefusedIdentifier {
        id: refused.identifier.id.0,
        link_id: refused.identifier.link_id.to_string(),
        reason: refused.reason.code().into(),
        cause: refused.reason.cause().unwrap_or_default().into(),
    }
}

#[tonic::async_trait]
impl DeviceLists for Api {
    type GetDeviceListStream = BoxStream<DeviceListPart>;

    async fn get_device_list(&self, request: Request<GetDeviceListRequest>) -> Result<Response<BoxStream<DeviceListPart>>, Status> {
        self.context.caller(&request)?.as_service().map_err(Error::from)?;
        let parts = self.parts(request.into_inner()).await?;
        Ok(Response::new(Box::pin(futures::stream::iter(parts.into_iter().map(Ok)))))
    }
}
