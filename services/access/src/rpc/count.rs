//! How many identifiers projects have, for identity.
use kit::{Error, owned_counts};
use proto::vestibule::access::v1::identifier_counts_server::IdentifierCounts;
use proto::vestibule::common::v1::{CountOwnedRequest, CountOwnedResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::identifier::count_by_project;

pub struct IdentifierCountsService(pub App);

#[tonic::async_trait]
impl IdentifierCounts for IdentifierCountsService {
    async fn count_owned(&self, request: Request<CountOwnedRequest>) -> Result<Response<CountOwnedResponse>, Status> {
        let projects = owned_counts::projects(&self.0.context, &request)?;
        let mut tx = self.0.context.database.system().await?;
        let counts = count_by_project(&mut tx, projects).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(owned_counts::response(counts)))
    }
}
