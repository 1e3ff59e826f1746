//! Users that come with a structure: for domains only.
use kit::Error;
use proto::vestibule::common::v1::RowError;
use proto::vestibule::identity::v1::imported_users_server::ImportedUsers;
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, ImportStructureUsersResponse, StructureUsersRequest};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::imported_user;

pub struct ImportedUserService(pub App);

#[tonic::async_trait]
impl ImportedUsers for ImportedUserService {
    async fn import_structure_users(&self, request: Request<ImportStructureUsersRequest>) -> Result<Response<ImportStructureUsersResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let (users, errors) = imported_user::import(&self.0, &caller, request.get_ref()).await?;
        let error = |error: kit::error::RowError| RowError { index: error.index as i32, field: error.field, message: error.message };
        Ok(Response::new(ImportStructureUsersResponse { users, errors: errors.into_iter().map(error).collect() }))
    }

    async fn undo_structure_users(&self, request: Request<StructureUsersRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        imported_user::undo(&self.0, &caller, &request.get_ref().import_id).await?;
        Ok(Response::new(()))
    }

    async fn finish_structure_users(&self, request: Request<StructureUsersRequest>) -> Result<Response<()>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        imported_user::finish(&self.0, &caller, &request.get_ref().import_id).await?;
        Ok(Response::new(()))
    }
}
