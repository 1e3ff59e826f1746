//! Elevator access rules.
use kit::clock::to_proto;
use kit::{Mask, Result};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::access::v1::elevator_access_rules_server::ElevatorAccessRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use tonic::{Request, Response, Status};

use super::{ids, reference, references};
use crate::app::App;
use crate::domain::access_rule::Members;
use crate::domain::elevator_access_rule::{ElevatorAccessRuleDraft, given_floors};
use crate::operation::elevator_access_rule as operation;
use crate::store::elevator_access_rule::{ElevatorAccessRuleRow, NamedElevator};

pub struct ElevatorAccessRulesService(pub App);

impl ElevatorAccessRulesService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::ElevatorAccessRule, A>> {
        self.0.context.authorize(request)
    }
}

fn decode(rule: Option<ElevatorAccessRule>) -> ElevatorAccessRuleDraft {
    let rule = rule.unwrap_or_default();
    let floors = |elevator: RuleElevator| (elevator.id, elevator.floors.into_iter().map(|floor| floor.floor).collect());
    ElevatorAccessRuleDraft {
        name: rule.name,
        description: rule.description,
        users: ids(&rule.users),
        elevators: given_floors(rule.elevators.into_iter().map(floors)),
    }
}

fn encode(row: ElevatorAccessRuleRow) -> ElevatorAccessRule {
    ElevatorAccessRule {
        id: row.id,
        name: row.name,
        description: row.description,
        users: references(row.user_ids, row.user_names),
        elevators: row.elevators.0.into_iter().map(encode_elevator).collect(),
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
    }
}

fn encode_elevator(elevator: NamedElevator) -> RuleElevator {
    let mapped = elevator.mapped();
    let given = elevator.floors.into_iter().map(|number| {
        let floor = mapped.get(&number);
        RuleFloor { floor: number, name: floor.map_or_else(String::new, |floor| floor.name.clone()), is_missing: floor.is_none() }
    });
    let given = given.collect();
    let nameable = mapped.into_iter().filter(|(_, floor)| !floor.is_public);
    RuleElevator {
        id: elevator.id,
        name: elevator.name,
        floors: given,
        available_floors: nameable.map(|(number, floor)| RuleFloor { floor: number, name: floor.name, is_missing: false }).collect(),
    }
}

#[tonic::async_trait]
impl ElevatorAccessRules for ElevatorAccessRulesService {
    async fn list_elevator_access_rules(
        &self,
        request: Request<ListElevatorAccessRulesRequest>,
    ) -> Result<Response<ListElevatorAccessRulesResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request), Members::of_request(request.whole)).await?.map(encode);
        Ok(Response::new(ListElevatorAccessRulesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_elevator_access_rule(&self, request: Request<GetElevatorAccessRuleRequest>) -> Result<Response<ElevatorAccessRule>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_elevator_access_rule(&self, request: Request<CreateElevatorAccessRuleRequest>) -> Result<Response<ElevatorAccessRule>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let draft = decode(request.into_inner().elevator_access_rule);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_elevator_access_rule(&self, request: Request<UpdateElevatorAccessRuleRequest>) -> Result<Response<ElevatorAccessRule>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask, members) = (decode(request.elevator_access_rule), Mask::new(request.update_mask), Members::of_request(request.whole));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask, members).await?)))
    }

    async fn delete_elevator_access_rule(&self, request: Request<DeleteElevatorAccessRuleRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_elevator_access_rules(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }
}
