use kit::reference::reference;
use kit::{Error, clock};
use policy::{action, resource};
use proto::vestibule::common::v1::DeleteResponse;
use proto::vestibule::identity::v1::shared_views_server::SharedViews;
use proto::vestibule::identity::v1::{CreateSharedViewRequest, DeleteSharedViewRequest, ListSharedViewsRequest, ListSharedViewsResponse, SharedView};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::shared_view;
use crate::store::shared_view::SharedViewRow;

pub struct SharedViewService(pub App);

#[tonic::async_trait]
impl SharedViews for SharedViewService {
    async fn list_shared_views(&self, request: Request<ListSharedViewsRequest>) -> Result<Response<ListSharedViewsResponse>, Status> {
        let right = self.0.context.authorize::<resource::SharedView, action::View, _>(&request)?;
        let found = shared_view::list(&self.0, &right, &request.get_ref().list).await?;
        Ok(Response::new(ListSharedViewsResponse { items: found.into_iter().map(encode).collect() }))
    }

    async fn create_shared_view(&self, request: Request<CreateSharedViewRequest>) -> Result<Response<SharedView>, Status> {
        let right = self.0.context.authorize::<resource::SharedView, action::Create, _>(&request)?;
        let new = request.into_inner().shared_view.ok_or_else(|| Error::field("shared_view", "required"))?;
        Ok(Response::new(encode(shared_view::create(&self.0, &right, &new).await?)))
    }

    async fn delete_shared_view(&self, request: Request<DeleteSharedViewRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize::<resource::SharedView, action::Delete, _>(&request)?;
        let id = request.get_ref().id;
        shared_view::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }
}

fn encode(row: SharedViewRow) -> SharedView {
    SharedView {
        id: row.id,
        list: row.list,
        name: row.name,
        search: row.search,
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(clock::to_proto(row.created_at)),
    }
}
