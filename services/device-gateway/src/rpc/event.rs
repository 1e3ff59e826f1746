//! The event log.
use kit::{ListQuery, Listing, Page, clock, list_query, session_link};
use policy::{ActionKind, Authorized, Caller, ResourceKind, action, resource};
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::device::v1::events_server::Events;
use proto::vestibule::device::v1::{DownloadEventsRequest, Event, ListEventsRequest, ListEventsResponse};
use spreadsheet::Format;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::event_image::address;
use crate::operation::event as operation;
use crate::store::event::{self, ACCESS_EVENTS, EVENTS, EventLog, EventRow};

pub struct EventService(pub App);

#[tonic::async_trait]
impl Events for EventService {
    type DownloadDeviceEventsStream = BoxStream<FileChunk>;
    type DownloadAccessControlEventsStream = BoxStream<FileChunk>;

    async fn list_device_events(&self, request: Request<ListEventsRequest>) -> Result<Response<ListEventsResponse>, Status> {
        let right = self.0.context.authorize::<resource::DeviceEvent, action::View, _>(&request)?;
        Ok(Response::new(self.list(&EVENTS, &right, request.into_inner()).await?))
    }

    async fn list_access_control_events(&self, request: Request<ListEventsRequest>) -> Result<Response<ListEventsResponse>, Status> {
        let right = self.0.context.authorize::<resource::AccessEvent, action::View, _>(&request)?;
        Ok(Response::new(self.list(&ACCESS_EVENTS, &right, request.into_inner()).await?))
    }

    async fn download_device_events(&self, request: Request<DownloadEventsRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize::<resource::DeviceEvent, action::View, _>(&request)?;
        self.download(EventLog::Devices, right, request.into_inner()).await
    }

    async fn download_access_control_events(&self, request: Request<DownloadEventsRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize::<resource::AccessEvent, action::View, _>(&request)?;
        self.download(EventLog::AccessControl, right, request.into_inner()).await
    }
}

impl EventService {
    async fn list<R: ResourceKind, A: ActionKind>(
        &self,
        listing: &Listing,
        right: &Authorized<R, A>,
        request: ListEventsRequest,
    ) -> kit::Result<ListEventsResponse> {
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let Page { items, total, page, size } = event::list(&mut reader, listing, right, &list_query!(request), request.after_id).await?;
        Ok(ListEventsResponse { items: items.into_iter().map(|row| encode(&self.0, right.caller(), row)).collect(), total, page, size })
    }

    async fn download<R: ResourceKind>(
        &self,
        log: EventLog,
        right: Authorized<R, action::View>,
        request: DownloadEventsRequest,
    ) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let format = Format::from_export(request.export_format());
        let query = ListQuery { sort: request.sort, filters: request.filters, search: request.search, ..ListQuery::default() };
        Ok(Response::new(Box::pin(operation::download(&self.0, right, log, format, query).await?)))
    }
}

/// The image is a link for the caller's session.
fn encode(app: &App, caller: &Caller, row: EventRow) -> Event {
    let named = |id: Option<i64>, name: Option<String>| id.map(|id| Ref { id, name: name.unwrap_or_default() });
    Event {
        id: row.id,
        category: row.category.into(),
        code: row.code,
        device: Some(Ref { id: row.device_id, name: row.device_name }),
        domain: Some(Ref { id: row.domain_id, name: row.domain_name.unwrap_or_default() }),
        // Of a device that does not number its events it is a digest of the event.
        device_event_id: row.device_event_id.max(0),
        identifier_type: row.identifier_type,
        identifier_number: row.identifier_number,
        identifier: named(row.identifier_id, row.identifier_name),
        user: named(row.user_id, row.user_name),
        lock_number: row.lock_number,
        is_revoked: row.is_revoked,
        created_at: Some(clock::to_proto(row.created_at)),
        received_at: Some(clock::to_proto(row.received_at)),
        device_created_at: row.device_created_at.map(clock::to_proto),
        image_url: row.image_path.and_then(|path| session_link::sign(&app.context.links, &app.context.clock, caller, &address(&path))),
    }
}
