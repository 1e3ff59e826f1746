//! Identifiers that come with a structure, for domains.
use kit::error::RowError;
use kit::{Error, Result};
use policy::{Authorized, action, resource};
use proto::vestibule::access::v1::imported_identifiers_server::ImportedIdentifiers;
use proto::vestibule::access::v1::{
    ImportStructureIdentifiersRequest, ImportStructureIdentifiersResponse, StructureIdentifier, StructureIdentifierResult,
    StructureIdentifiersRequest,
};
use proto::vestibule::common::v1;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use crate::app::App;
use crate::domain::identifier::IdentifierType;
use crate::domain::imported_identifier::ImportedRow;
use crate::operation::imported_identifier::{self as operation, ImportedResult};

pub struct ImportedIdentifiersService(pub App);

fn decode(sent: StructureIdentifier) -> ImportedRow {
    ImportedRow {
        index: sent.index as usize,
        field: sent.field,
        kind: IdentifierType::from_number(sent.r#type),
        value: sent.value,
        other_value: sent.other_value,
        name: sent.name,
        owner_id: (sent.owner_id != 0).then_some(sent.owner_id),
        owner_is_new: sent.owner_is_new,
        group_id: sent.domain_id,
    }
}

fn decode_id(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::field("import_id", "value must be a uuid"))
}

fn encode(result: ImportedResult) -> StructureIdentifierResult {
    StructureIdentifierResult { is_new: result.is_new, unique_value: result.unique_value }
}

fn encode_error(error: RowError) -> v1::RowError {
    v1::RowError { index: error.index as i32, field: error.field, message: error.message }
}

#[tonic::async_trait]
impl ImportedIdentifiers for ImportedIdentifiersService {
    async fn import_structure_identifiers(
        &self,
        request: Request<ImportStructureIdentifiersRequest>,
    ) -> Result<Response<ImportStructureIdentifiersResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let view = caller.authorize::<resource::Identifier, action::View>().map_err(Error::from)?;
        let create: Option<Authorized<resource::Identifier, action::Create>> = caller.authorize().ok();
        let request = request.into_inner();
        let import_id = decode_id(&request.import_id)?;
        let rows: Vec<ImportedRow> = request.identifiers.into_iter().map(decode).collect();
        let outcome = operation::import(&self.0, &view, create.as_ref(), import_id, &rows, request.validate_only).await?;
        let (results, errors) = match outcome {
            Ok(results) => (results, Vec::new()),
            Err(errors) => (Vec::new(), errors),
        };
        Ok(Response::new(ImportStructureIdentifiersResponse {
            identifiers: results.into_iter().map(encode).collect(),
            errors: errors.into_iter().map(encode_error).collect(),
        }))
    }

    async fn undo_structure_identifiers(&self, request: Request<StructureIdentifiersRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        operation::undo(&self.0, &caller, decode_id(&request.get_ref().import_id)?).await?;
        Ok(Response::new(()))
    }

    async fn finish_structure_identifiers(&self, request: Request<StructureIdentifiersRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        operation::finish(&self.0, &caller, decode_id(&request.get_ref().import_id)?).await?;
        Ok(Response::new(()))
    }
}
