//! What reservations of amenities may open.
use policy::{action, resource};
use proto::vestibule::access::v1::reservable_rules_server::ReservableRules;
use proto::vestibule::access::v1::{CheckReservableRulesRequest, CheckReservableRulesResponse};
use proto::vestibule::common::v1::Ref;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::reservable_rule as operation;

pub struct ReservableRulesService(pub App);

#[tonic::async_trait]
impl ReservableRules for ReservableRulesService {
    async fn check_reservable_rules(&self, request: Request<CheckReservableRulesRequest>) -> Result<Response<CheckReservableRulesResponse>, Status> {
        let right = self.0.context.authorize::<resource::AccessRule, action::View, _>(&request)?;
        let rules = operation::check(&self.0, &right, &request.into_inner().access_rule_ids).await?;
        Ok(Response::new(CheckReservableRulesResponse { items: rules.into_iter().map(|(id, name)| Ref { id, name }).collect() }))
    }
}
