use policy::{Authorized, action, resource};
use proto::vestibule::identity::v1::mobile_client_counts_server::MobileClientCounts;
use proto::vestibule::identity::v1::{CountMobileClientsRequest, CountMobileClientsResponse};
use tonic::{Request, Response, Status};

use crate::parts::Parts;
use crate::store;

/// How many mobile clients the people of a group have.
pub struct MobileClientCountRpc(pub Parts);

#[tonic::async_trait]
impl MobileClientCounts for MobileClientCountRpc {
    async fn count_mobile_clients(&self, request: Request<CountMobileClientsRequest>) -> Result<Response<CountMobileClientsResponse>, Status> {
        let context = &self.0.context;
        let right: Authorized<resource::User, action::View> = context.authorize(&request)?;
        let mut reader = context.database.read(right.project_id()).await?;
        let total = store::mobile_client::count_within(&mut reader, &right, request.get_ref().within_domain_id, context.clock.now()).await?;
        drop(reader);
        Ok(Response::new(CountMobileClientsResponse { total }))
    }
}
