//! What a user sees of the entities that another service names.
use policy::{action, resource};
use proto::vestibule::access::v1::visible_entities_server::VisibleEntities;
use proto::vestibule::access::v1::{ListVisibleEntitiesRequest, ListVisibleEntitiesResponse};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::visible_entity::{self as operation, NamedIds};

pub struct VisibleEntitiesService(pub App);

#[tonic::async_trait]
impl VisibleEntities for VisibleEntitiesService {
    async fn list_visible_entities(&self, request: Request<ListVisibleEntitiesRequest>) -> Result<Response<ListVisibleEntitiesResponse>, Status> {
        // Everybody who is signed in has it: what they see of each kind is theirs by the right to that kind.
        let right = self.0.context.authorize::<resource::AccessRule, action::View, _>(&request)?;
        let request = request.into_inner();
        let named = NamedIds {
            identifiers: request.identifier_ids,
            time_rules: request.time_rule_ids,
            access_rules: request.access_rule_ids,
            ..NamedIds::default()
        };
        let seen = operation::list(&self.0, &right, named).await?;
        Ok(Response::new(ListVisibleEntitiesResponse {
            identifier_ids: seen.identifiers.into_iter().collect(),
            time_rule_ids: seen.time_rules.into_iter().collect(),
            access_rule_ids: seen.access_rules.into_iter().collect(),
        }))
    }
}
