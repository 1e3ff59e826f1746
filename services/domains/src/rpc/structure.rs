//! A group's structure as a table.
use kit::{Context, Result};
use policy::{action, resource};
use proto::vestibule::common::v1::FileChunk;
use proto::vestibule::domains::v1::{ExportStructureRequest, ImportStructureRequest, ImportStructureResponse, structures_server};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use crate::operation::structure;

pub struct Structures {
    context: Context,
}

impl Structures {
    pub fn new(context: Context) -> Self {
        Structures { context }
    }

    /// Deals with imports that were left half-way.
    pub async fn recover(&self) -> Result<()> {
        structure::recover_once(&self.context).await
    }
}

#[tonic::async_trait]
impl structures_server::Structures for Structures {
    type ExportStructureStream = BoxStream<FileChunk>;

    async fn import_structure(&self, request: Request<Streaming<ImportStructureRequest>>) -> Result<Response<ImportStructureResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::Create, _>(&request)?;
        Ok(Response::new(structure::import(&self.context, &right, request.into_inner()).await?))
    }

    async fn export_structure(&self, request: Request<ExportStructureRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.context.authorize::<resource::Group, action::View, _>(&request)?;
        let pieces = structure::export(&self.context, &right, request.into_inner()).await?;
        Ok(Response::new(Box::pin(pieces)))
    }
}
