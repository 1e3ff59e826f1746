//! How many amenities open doors by access rules, for access, which deletes no rule that is used.
use kit::Error;
use proto::vestibule::amenities::v1::rule_uses_server::RuleUses;
use proto::vestibule::amenities::v1::{CountRuleUsesRequest, CountRuleUsesResponse, RuleUse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::store::amenity;

/// Rules of one call.
const MAX_RULES: usize = 500;

pub struct RuleUseService(pub App);

#[tonic::async_trait]
impl RuleUses for RuleUseService {
    async fn count_rule_uses(&self, request: Request<CountRuleUsesRequest>) -> Result<Response<CountRuleUsesResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        caller.as_service().map_err(Error::from)?;
        let ids = request.into_inner().access_rule_ids;
        if ids.len() > MAX_RULES {
            return Err(Error::field("access_rule_ids", format!("maximum length is {MAX_RULES}")).into());
        }
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let counts = amenity::count_by_rule(&mut reader, caller.project_id, &ids).await?;
        let items = counts.into_iter().map(|(access_rule_id, count)| RuleUse { access_rule_id, count }).collect();
        Ok(Response::new(CountRuleUsesResponse { items }))
    }
}
