//! What rings in apartments, for device-gateway.
use kit::Error;
use proto::vestibule::telephony::v1::apartment_numbers_server::ApartmentNumbers;
use proto::vestibule::telephony::v1::{ApartmentNumber, ListApartmentNumbersRequest, ListApartmentNumbersResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::apartment_number::{self, ApartmentNumberRow};

/// Of one call.
const MAX_GROUPS: usize = 2_000;

pub struct ApartmentNumberService(pub App);

#[tonic::async_trait]
impl ApartmentNumbers for ApartmentNumberService {
    async fn list_apartment_numbers(&self, request: Request<ListApartmentNumbersRequest>) -> Result<Response<ListApartmentNumbersResponse>, Status> {
        let service = self.0.context.caller(&request)?;
        service.as_service().map_err(Error::from)?;
        let groups = request.into_inner().group_ids;
        if groups.len() > MAX_GROUPS {
            return Err(Error::field("group_ids", format!("maximum length is {MAX_GROUPS}")).into());
        }
        let mut reader = self.0.context.database.read(service.project_id).await?;
        let rows = apartment_number::list(&mut reader, service.project_id, &groups).await?;
        Ok(Response::new(ListApartmentNumbersResponse { items: rows.into_iter().map(encode).collect() }))
    }
}

fn encode(row: ApartmentNumberRow) -> ApartmentNumber {
    ApartmentNumber {
        group_id: row.group_id,
        number: row.number,
        is_general: row.is_general,
        user_id: row.user_id.unwrap_or_default(),
        user_name: row.user_name.unwrap_or_default(),
    }
}
