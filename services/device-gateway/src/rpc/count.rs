//! How many devices projects have, for identity.

use kit::{Context, Error};
use proto::vestibule::common::v1::{CountOwnedRequest, CountOwnedResponse, OwnedCount};
use proto::vestibule::device::v1::device_counts_server::DeviceCounts;
use tonic::{Request, Response, Status};

const MAX_PROJECTS: usize = 500;

pub struct CountRpc {
    context: Context,
}

impl CountRpc {
    pub fn new(context: &Context) -> Self {
        CountRpc { context: context.clone() }
    }
}

#[tonic::async_trait]
impl DeviceCounts for CountRpc {
    async fn count_owned(&self, request: Request<CountOwnedRequest>) -> Result<Response<CountOwnedResponse>, Status> {
        self.context.caller(&request)?.as_service().map_err(Error::from)?;
        let ids = &request.get_ref().project_ids;
        if ids.len() > MAX_PROJECTS {
            return Err(Error::field("project_ids", format!("maximum length is {MAX_PROJECTS}")).into());
        }
        let mut tx = self.context.database.system().await?;
        let counts: Vec<(i64, i64)> =
            sqlx::query_as("SELECT project_id, count(*) FROM devices WHERE project_id = ANY($1) AND NOT deleted GROUP BY project_id")
                .bind(ids)
                .fetch_all(&mut *tx)
                .await
                .map_err(Error::from)?;
        tx.rollback().await.map_err(Error::from)?;
        let items = counts.into_iter().map(|(project_id, count)| OwnedCount { project_id, count }).collect();
        Ok(Response::new(CountOwnedResponse { items }))
    }
}
