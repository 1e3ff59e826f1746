//! The services that hold the users and the identifiers of a structure.
use std::time::Duration;

use anyhow::anyhow;
use kit::caller::Signer;
use kit::error::RowError;
use kit::peers::Peers;
use kit::{Context, Error, Result};
use policy::Caller;
use proto::vestibule::access::v1::imported_identifiers_client::ImportedIdentifiersClient;
use proto::vestibule::access::v1::{ImportStructureIdentifiersRequest, StructureIdentifier, StructureIdentifierResult, StructureIdentifiersRequest};
use proto::vestibule::common::v1;
use proto::vestibule::identity::v1::imported_users_client::ImportedUsersClient;
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, StructureUser, StructureUserResult, StructureUsersRequest};
use tonic::{Response, Status};
use uuid::Uuid;

use crate::domain::structure::people::column_of;

/// Of one kind in a call.
pub const CHUNK: usize = 2_000;
/// For one call.
const PATIENCE: Duration = Duration::from_secs(60);

/// An import, as the others know it.
#[derive(Clone)]
pub struct Others {
    peers: Peers,
    signer: Signer,
    import_id: Uuid,
}

/// What a call made or would make, and what is wrong with it.
pub type Answer<T> = (Vec<T>, Vec<RowError>);

impl Others {
    pub fn new(context: &Context, import_id: Uuid) -> Self {
        Others { peers: context.peers.clone(), signer: context.signer.clone(), import_id }
    }

    pub async fn users(&self, caller: &Caller, validate_only: bool, users: &[StructureUser], role_id: i64) -> Result<Answer<StructureUserResult>> {
        let message = ImportStructureUsersRequest { import_id: self.import_id.to_string(), validate_only, users: users.to_vec(), role_id };
        let mut client = ImportedUsersClient::new(self.peers.peer("identity"));
        let answer = within(client.import_structure_users(self.signer.request(caller, message))).await?;
        let error = |error: v1::RowError| RowError { index: error.index as usize, field: column_of(&error.field).into(), message: error.message };
        Ok((answer.users, answer.errors.into_iter().map(error).collect()))
    }

    pub async fn identifiers(
        &self,
        caller: &Caller,
        validate_only: bool,
        identifiers: &[StructureIdentifier],
    ) -> Result<Answer<StructureIdentifierResult>> {
        let message = ImportStructureIdentifiersRequest { import_id: self.import_id.to_string(), validate_only, identifiers: identifiers.to_vec() };
        let mut client = ImportedIdentifiersClient::new(self.peers.peer("access"));
        let answer = within(client.import_structure_identifiers(self.signer.request(caller, message))).await?;
        let error = |error: v1::RowError| RowError { index: error.index as usize, field: error.field, message: error.message };
        Ok((answer.identifiers, answer.errors.into_iter().map(error).collect()))
    }

    /// Takes back what they made, in the platform's own name: the caller need not be allowed to delete.
    pub async fn undo(&self, project_id: i64) -> Result<()> {
        let import_id = self.import_id.to_string();
        let message = StructureIdentifiersRequest { import_id: import_id.clone() };
        let mut access = ImportedIdentifiersClient::new(self.peers.peer("access"));
        within(access.undo_structure_identifiers(self.signer.as_service("domains", project_id, message))).await?;
        let mut identity = ImportedUsersClient::new(self.peers.peer("identity"));
        within(identity.undo_structure_users(self.signer.as_service("domains", project_id, StructureUsersRequest { import_id }))).await
    }

    pub async fn finish(&self, project_id: i64) -> Result<()> {
        let import_id = self.import_id.to_string();
        let message = StructureIdentifiersRequest { import_id: import_id.clone() };
        let mut access = ImportedIdentifiersClient::new(self.peers.peer("access"));
        within(access.finish_structure_identifiers(self.signer.as_service("domains", project_id, message))).await?;
        let mut identity = ImportedUsersClient::new(self.peers.peer("identity"));
        within(identity.finish_structure_users(self.signer.as_service("domains", project_id, StructureUsersRequest { import_id }))).await
    }
}

async fn within<T>(call: impl Future<Output = Result<Response<T>, Status>>) -> Result<T> {
    match tokio::time::timeout(PATIENCE, call).await {
        Ok(answer) => Ok(answer?.into_inner()),
        Err(_) => Err(Error::Unavailable(anyhow!("no answer within {} s", PATIENCE.as_secs()))),
    }
}
