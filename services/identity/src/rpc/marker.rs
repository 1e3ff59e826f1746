use kit::reference::reference;
use kit::{Error, Mask, clock, list_query};
use policy::{action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::identity::v1::markers_server::Markers;
use proto::vestibule::identity::v1::{
    CreateMarkerRequest, DeleteMarkerRequest, GetMarkerRequest, ListMarkersRequest, ListMarkersResponse, Marker, UpdateMarkerRequest,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::marker::{self, MarkerDelete, MarkerEditRights};
use crate::store;
use crate::store::marker::MarkerRow;

pub struct MarkerService(pub App);

#[tonic::async_trait]
impl Markers for MarkerService {
    async fn list_markers(&self, request: Request<ListMarkersRequest>) -> Result<Response<ListMarkersResponse>, Status> {
        let right = self.0.context.authorize::<resource::Marker, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let page = store::marker::page(&mut reader, &right, &list_query!(request.get_ref())).await?.map(marker);
        Ok(Response::new(ListMarkersResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_marker(&self, request: Request<GetMarkerRequest>) -> Result<Response<Marker>, Status> {
        let right = self.0.context.authorize::<resource::Marker, action::View, _>(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let found = store::marker::find(&mut reader, &right, request.get_ref().id).await?;
        Ok(Response::new(marker(found)))
    }

    async fn create_marker(&self, request: Request<CreateMarkerRequest>) -> Result<Response<Marker>, Status> {
        let right = self.0.context.authorize::<resource::Marker, action::Create, _>(&request)?;
        let new = request.into_inner().marker.ok_or_else(missing)?;
        Ok(Response::new(marker(marker::create(&self.0, &right, &new).await?)))
    }

    async fn update_marker(&self, request: Request<UpdateMarkerRequest>) -> Result<Response<Marker>, Status> {
        let caller = self.0.context.caller(&request)?;
        let edit = caller.authorize().map_err(Error::from)?;
        let rights = MarkerEditRights { view: caller.authorize().map_err(Error::from)?, edit };
        let request = request.into_inner();
        let changed = request.marker.ok_or_else(missing)?;
        Ok(Response::new(marker(marker::update(&self.0, &rights, request.id, &changed, &Mask::new(request.update_mask)).await?)))
    }

    async fn delete_marker(&self, request: Request<DeleteMarkerRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right: MarkerDelete = self.0.context.authorize(&request)?;
        let id = request.get_ref().id;
        marker::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_markers(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right: MarkerDelete = self.0.context.authorize(&request)?;
        Ok(Response::new(marker::delete_all(&self.0, &right, request.into_inner().items).await?))
    }
}

fn missing() -> Error {
    Error::field("marker", "required")
}

fn marker(row: MarkerRow) -> Marker {
    Marker {
        id: row.id,
        name: row.name,
        color: Some(row.color),
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(clock::to_proto(row.created_at)),
        users_count: row.users_count,
    }
}
