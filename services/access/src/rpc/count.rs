//! How many identifiers projects hold, for identity.

use kit::{Context, Error};
use proto::vestibule::access::v1::identifier_counts_server::IdentifierCounts;
use proto::vestibule::common::v1::{CountOwnedRequest, CountOwnedResponse, OwnedCount};
use tonic::{Request, Response, Status};

const MAX_PROJECTS: usize = 500;

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }
}

#[tonic::async_trait]
impl IdentifierCounts for Api {
    async fn count_owned(&self, request: Request<CountOwnedRequest>) -> Result<Response<CountOwnedResponse>, Status> {
        self.context.caller(&request)?.as_service().map_err(Error::from)?;
        let ids = &request.get_ref().project_ids;
        if ids.len() > MAX_PROJECTS {
            return Err(Error::field("project_ids", format!("maximum length is {MAX_PROJECTS}")).into());
        }
        let mut tx = self.context.database.system().await?;
        let counts: Vec<(i64, i64)> = sqlx::query_as("SELECT project_id, count(*) FROM identifiers WHERE project_id = ANY($1) GROUP BY project_id")
            .bind(ids)
            .fetch_all(&mut *tx)
            .await
            .map_err(Error::from)?;
        tx.rollback().await.map_err(Error::from)?;
        let items = counts.into_iter().map(|(project_id, count)| OwnedCount { project_id, count }).collect();
        Ok(Response::new(CountOwnedResponse { items }))
    }
}
