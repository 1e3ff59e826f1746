//! The users and identifiers of a structure, which identity and access create.
use std::time::Duration;

use kit::caller::Signer;
use kit::error::RowError;
use kit::peers::Peers;
use kit::{Context, Result};
use policy::Caller;
use proto::vestibule::access::v1::imported_identifiers_client::ImportedIdentifiersClient;
use proto::vestibule::access::v1::{ImportStructureIdentifiersRequest, StructureIdentifier, StructureIdentifierResult, StructureIdentifiersRequest};
use proto::vestibule::common::v1;
use proto::vestibule::identity::v1::imported_users_client::ImportedUsersClient;
use proto::vestibule::identity::v1::{ImportStructureUsersRequest, StructureUser, StructureUserResult, StructureUsersRequest};
use uuid::Uuid;

use super::within;
use crate::domain::structure::users::column_of;

/// Items of one call.
pub const CHUNK_SIZE: usize = 2_000;
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// An import, by the id that identity and access know it under.
#[derive(Clone)]
pub struct StructureImportPeers {
    peers: Peers,
    signer: Signer,
    import_id: Uuid,
}

/// What a call created or would create, and the errors of its rows.
pub type ImportAnswer<T> = (Vec<T>, Vec<RowError>);

impl StructureImportPeers {
    pub fn new(context: &Context, import_id: Uuid) -> Self {
        StructureImportPeers { peers: context.peers.clone(), signer: context.signer.clone(), import_id }
    }

    pub async fn users(
        &self,
        caller: &Caller,
        validate_only: bool,
        users: &[StructureUser],
        role_id: i64,
    ) -> Result<ImportAnswer<StructureUserResult>> {
        let message = ImportStructureUsersRequest { import_id: self.import_id.to_string(), validate_only, users: users.to_vec(), role_id };
        let mut client = ImportedUsersClient::new(self.peers.peer("identity"));
        let answer = within(CALL_TIMEOUT, client.import_structure_users(self.signer.request(caller, message))).await?;
        let error = |error: v1::RowError| RowError { index: error.index as usize, field: column_of(&error.field).into(), message: error.message };
        Ok((answer.users, answer.errors.into_iter().map(error).collect()))
    }

    pub async fn identifiers(
        &self,
        caller: &Caller,
        validate_only: bool,
        identifiers: &[StructureIdentifier],
    ) -> Result<ImportAnswer<StructureIdentifierResult>> {
        let message = ImportStructureIdentifiersRequest { import_id: self.import_id.to_string(), validate_only, identifiers: identifiers.to_vec() };
        let mut client = ImportedIdentifiersClient::new(self.peers.peer("access"));
        let answer = within(CALL_TIMEOUT, client.import_structure_identifiers(self.signer.request(caller, message))).await?;
        let error = |error: v1::RowError| RowError { index: error.index as usize, field: error.field, message: error.message };
        Ok((answer.identifiers, answer.errors.into_iter().map(error).collect()))
    }

    /// Deletes what the import created, in the service's own name: the caller need not be allowed to delete.
    pub async fn undo(&self, project_id: i64) -> Result<()> {
        let import_id = self.import_id.to_string();
        let message = StructureIdentifiersRequest { import_id: import_id.clone() };
        let mut access = ImportedIdentifiersClient::new(self.peers.peer("access"));
        within(CALL_TIMEOUT, access.undo_structure_identifiers(self.signer.as_service("domains", project_id, message))).await?;
        let mut identity = ImportedUsersClient::new(self.peers.peer("identity"));
        within(CALL_TIMEOUT, identity.undo_structure_users(self.signer.as_service("domains", project_id, StructureUsersRequest { import_id }))).await
    }

    /// Makes what the import created permanent.
    pub async fn finish(&self, project_id: i64) -> Result<()> {
        let import_id = self.import_id.to_string();
        let message = StructureIdentifiersRequest { import_id: import_id.clone() };
        let mut access = ImportedIdentifiersClient::new(self.peers.peer("access"));
        within(CALL_TIMEOUT, access.finish_structure_identifiers(self.signer.as_service("domains", project_id, message))).await?;
        let mut identity = ImportedUsersClient::new(self.peers.peer("identity"));
        within(CALL_TIMEOUT, identity.finish_structure_users(self.signer.as_service("domains", project_id, StructureUsersRequest { import_id })))
            .await
    }
}
