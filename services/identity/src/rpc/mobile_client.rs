use kit::clock;
use policy::{Authorized, action, resource};
use proto::vestibule::identity::v1::mobile_client_counts_server::MobileClientCounts;
use proto::vestibule::identity::v1::{CountMobileClientsRequest, CountMobileClientsResponse, MobileClient};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store;
use crate::store::mobile_client::MobileClientRow;

/// How many mobile clients the people of a group have.
pub struct MobileClientCountService(pub App);

#[tonic::async_trait]
impl MobileClientCounts for MobileClientCountService {
    async fn count_mobile_clients(&self, request: Request<CountMobileClientsRequest>) -> Result<Response<CountMobileClientsResponse>, Status> {
        let context = &self.0.context;
        let right: Authorized<resource::User, action::View> = context.authorize(&request)?;
        let mut reader = context.database.read(right.project_id()).await?;
        let total = store::mobile_client::count_within(&mut reader, &right, request.get_ref().within_domain_id, context.clock.now()).await?;
        drop(reader);
        Ok(Response::new(CountMobileClientsResponse { total }))
    }
}

pub fn encode_client(row: MobileClientRow, sip_number: Option<String>) -> MobileClient {
    MobileClient {
        id: row.id,
        platform: row.platform,
        info: row.info,
        auth_at: Some(clock::to_proto(row.auth_at)),
        vendor_id: row.vendor_id,
        sip_number,
        ukey2: None,
    }
}
