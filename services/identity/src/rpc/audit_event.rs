use kit::{clock, json, list_query};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::{FileChunk, Ref};
use proto::vestibule::identity::v1::audit_events_server::AuditEvents;
use proto::vestibule::identity::v1::{AuditEvent, DownloadAuditEventsRequest, ListAuditEventsRequest, ListAuditEventsResponse};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::audit_event;
use crate::store;
use crate::store::audit_event::EventRow;

pub struct AuditEventService(pub App);

#[tonic::async_trait]
impl AuditEvents for AuditEventService {
    type DownloadAuditEventsStream = BoxStream<FileChunk>;

    async fn list_audit_events(&self, request: Request<ListAuditEventsRequest>) -> Result<Response<ListAuditEventsResponse>, Status> {
        let right: Authorized<resource::AuditEvent, action::View> = self.0.context.authorize(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = store::audit_event::page(&mut reader, &right, &list_query!(request.get_ref())).await?.map(event);
        Ok(Response::new(ListAuditEventsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn download_audit_events(&self, request: Request<DownloadAuditEventsRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(Box::pin(audit_event::export(&self.0, right, request.into_inner())?)))
    }
}

fn event(row: EventRow) -> AuditEvent {
    // Chains from before are shown as they are: what is no object has no fields.
    let object = |text: &str| Some(json::to_struct(&serde_json::from_str(text).unwrap_or_default()));
    AuditEvent {
        id: row.sequence,
        at: Some(clock::to_proto(row.at)),
        before: object(&row.before),
        after: object(&row.after),
        user: (row.user_id != 0).then_some(Ref { id: row.user_id, name: row.user_name }),
        ip: row.ip,
        action: row.action,
        resource: row.resource,
        resource_id: row.resource_id,
        resource_name: row.resource_name,
        request_id: row.request_id,
        token_name: row.token_name,
    }
}
