//! Groups in bulk.
use kit::Context;
use policy::{action, resource};
use proto::vestibule::domains::v1::{GroupPlan, PlanGroupsRequest, SaveGroupPlanRequest, SaveGroupPlanResponse, generation_server};
use tonic::{Request, Response, Status};

use crate::operation::generate;

pub struct Generation {
    context: Context,
}

impl Generation {
    pub fn new(context: Context) -> Self {
        Generation { context }
    }
}

#[tonic::async_trait]
impl generation_server::Generation for Generation {
    async fn plan_groups(&self, request: Request<PlanGroupsRequest>) -> Result<Response<GroupPlan>, Status> {
        let right = self.context.authorize::<resource::Group, action::Create, _>(&request)?;
        Ok(Response::new(generate::plan(&self.context, &right, request.get_ref()).await?))
    }

    async fn save_group_plan(&self, request: Request<SaveGroupPlanRequest>) -> Result<Response<SaveGroupPlanResponse>, Status> {
        let right = self.context.authorize::<resource::Group, action::Create, _>(&request)?;
        let SaveGroupPlanRequest { id, items } = request.into_inner();
        let created = generate::save(&self.context, &right, id, items).await?;
        Ok(Response::new(SaveGroupPlanResponse { created: created as i32 }))
    }
}
