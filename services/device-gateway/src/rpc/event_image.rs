//! Images of events.
use kit::{Error, download};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::device::v1::event_images_server::EventImages;
use proto::vestibule::device::v1::{EventImage, GetEventImageRequest, ListEventImagesRequest, ListEventImagesResponse};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::event_image as operation;

pub struct EventImageService(pub App);

#[tonic::async_trait]
impl EventImages for EventImageService {
    type GetEventImageStream = BoxStream<FileChunk>;

    async fn list_event_images(&self, request: Request<ListEventImagesRequest>) -> Result<Response<ListEventImagesResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let ids = request.into_inner().event_ids;
        let ids: Result<Vec<i64>, _> = ids.split(',').filter(|id| !id.trim().is_empty()).map(|id| id.trim().parse()).collect();
        let ids = ids.map_err(|_| Error::field("event_ids", "must be a number"))?;
        let links = operation::links(&self.0, &caller, &ids).await?;
        let items = links.into_iter().map(|(event_id, image_url)| EventImage { event_id, image_url }).collect();
        Ok(Response::new(ListEventImagesResponse { items }))
    }

    async fn get_event_image(&self, request: Request<GetEventImageRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let caller = self.0.context.caller(&request)?;
        let data = operation::read(&self.0, &caller, &request.into_inner().path).await?;
        Ok(Response::new(download::file("", "image/jpeg", &data)))
    }
}
