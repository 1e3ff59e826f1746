//! Groups in bulk.
use std::collections::HashMap;

use policy::{action, resource};
use proto::vestibule::domains::v1::{
    GroupKind, GroupPlan, PlanCounts, PlanGroupsRequest, PlannedGroup, SaveGroupPlanRequest, SaveGroupPlanResponse, generation_server,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::generation::Planned;
use crate::operation::generation;

pub struct GenerationService(pub App);

#[tonic::async_trait]
impl generation_server::Generation for GenerationService {
    async fn plan_groups(&self, request: Request<PlanGroupsRequest>) -> Result<Response<GroupPlan>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Create, _>(&request)?;
        let planned = generation::plan(&self.0, &right, request.get_ref()).await?;
        Ok(Response::new(GroupPlan { counts: Some(counts(&planned)), items: planned.into_iter().map(encode).collect() }))
    }

    async fn save_group_plan(&self, request: Request<SaveGroupPlanRequest>) -> Result<Response<SaveGroupPlanResponse>, Status> {
        let right = self.0.context.authorize::<resource::Group, action::Create, _>(&request)?;
        let SaveGroupPlanRequest { id, items } = request.into_inner();
        let created = generation::save(&self.0, &right, id, items).await?;
        Ok(Response::new(SaveGroupPlanResponse { created: created as i32 }))
    }
}

fn counts(planned: &[Planned]) -> PlanCounts {
    let mut by_kind: HashMap<GroupKind, i32> = HashMap::new();
    for group in planned {
        *by_kind.entry(group.kind).or_default() += 1;
    }
    let count = |kind| by_kind.get(&kind).copied().unwrap_or_default();
    PlanCounts {
        buildings: count(GroupKind::Building),
        units: count(GroupKind::Unit),
        floors: count(GroupKind::Floor),
        apartments: count(GroupKind::Apartment),
        obstacles: planned.iter().filter(|group| group.obstacle.is_some()).count() as i32,
    }
}

fn encode(group: Planned) -> PlannedGroup {
    let Planned { key, parent_key, name, domain_type_id, logic_address, obstacle, .. } = group;
    PlannedGroup { key, parent_key, name, domain_type_id, logic_address: Some(logic_address), obstacle }
}
