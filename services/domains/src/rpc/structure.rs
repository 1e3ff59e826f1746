//! A group's structure as a table.
use kit::upload;
use policy::{action, resource};
use proto::vestibule::common::v1::{FileChunk, RowError};
use proto::vestibule::domains::v1::{ExportStructureRequest, ImportStructureRequest, ImportStructureResponse, structures_server};
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};

use crate::app::App;
use crate::operation::structure::{self, ImportResult, LIMITS, StructureExport, StructureImport};

pub struct StructureService(pub App);

#[tonic::async_trait]
impl structures_server::Structures for StructureService {
    type ExportStructureStream = BoxStream<FileChunk>;

    async fn import_structure(&self, request: Request<Streaming<ImportStructureRequest>>) -> Result<Response<ImportStructureResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Create, _>(&request)?;
        let begun_at = self.0.context.clock.now();
        let upload = upload::collect(request.into_inner(), LIMITS.bytes, |message| message.file.take()).await?;
        let import = StructureImport {
            id: upload.request.id,
            role_id: upload.request.role_id.unwrap_or_default(),
            token: upload.request.token,
            tz_offset: upload.request.tz_offset,
            is_dry_run: upload.request.dry_run,
            table: upload.data,
            begun_at,
        };
        Ok(Response::new(encode(structure::import(&self.0, &right, import).await?)))
    }

    async fn export_structure(&self, request: Request<ExportStructureRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::View, _>(&request)?;
        let ExportStructureRequest { id, domain_type, tz_offset, .. } = request.into_inner();
        let pieces = structure::export(&self.0, &right, StructureExport { id, group_type: domain_type, tz_offset }).await?;
        Ok(Response::new(Box::pin(pieces)))
    }
}

fn encode(result: ImportResult) -> ImportStructureResponse {
    let error = |error: kit::error::RowError| RowError { index: error.index as i32, field: error.field, message: error.message };
    ImportStructureResponse {
        rows: result.rows as i32,
        domains_created: result.groups_created as i32,
        users_created: result.users_created as i32,
        identifiers_created: result.identifiers_created as i32,
        unchanged: result.unchanged as i32,
        errors: result.errors.into_iter().map(error).collect(),
    }
}
