//! How many devices projects have, for identity.
use kit::{Error, owned_counts};
use proto::vestibule::common::v1::{CountOwnedRequest, CountOwnedResponse};
use proto::vestibule::device::v1::device_counts_server::DeviceCounts;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::device;

pub struct DeviceCountService(pub App);

#[tonic::async_trait]
impl DeviceCounts for DeviceCountService {
    async fn count_owned(&self, request: Request<CountOwnedRequest>) -> Result<Response<CountOwnedResponse>, Status> {
        let projects = owned_counts::projects(&self.0.context, &request)?;
        let mut tx = self.0.context.database.system().await?;
        let counts = device::count_by_project(&mut tx, projects).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(owned_counts::response(counts)))
    }
}
