use kit::{Error, Mask, clock, list_query};
use proto::vestibule::identity::v1::projects_server::Projects;
use proto::vestibule::identity::v1::{
    CreateProjectRequest, DealerProject, GetProjectRequest, ListProjectsRequest, ListProjectsResponse, Project, ProjectCounts, Session,
    StartSupportSessionRequest, UpdateProjectRequest,
};
use tonic::{Request, Response, Status};

use super::session::user_agent;
use crate::app::App;
use crate::entity_counts::EntityCounts;
use crate::operation::project;
use crate::operation::session::ClientInfo;
use crate::store::dealer::{self as store, ProjectRow};
use crate::store::project::ProjectHead;

pub struct ProjectService(pub App);

#[tonic::async_trait]
impl Projects for ProjectService {
    async fn list_projects(&self, request: Request<ListProjectsRequest>) -> Result<Response<ListProjectsResponse>, Status> {
        let dealer_id = project::dealer(&self.0.context.caller(&request)?)?;
        let mut tx = self.0.context.database.system().await?;
        let page = store::page(&mut tx, dealer_id, &list_query!(request.get_ref())).await?;
        tx.rollback().await.map_err(Error::from)?;
        let ids: Vec<i64> = page.items.iter().map(|row| row.id).collect();
        let counts = EntityCounts::load(&self.0.context, &ids).await;
        let page = page.map(|row| project(row, &counts));
        Ok(Response::new(ListProjectsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_project(&self, request: Request<GetProjectRequest>) -> Result<Response<DealerProject>, Status> {
        let dealer_id = project::dealer(&self.0.context.caller(&request)?)?;
        Ok(Response::new(self.project(dealer_id, request.get_ref().id).await?))
    }

    async fn create_project(&self, request: Request<CreateProjectRequest>) -> Result<Response<DealerProject>, Status> {
        let caller = self.0.context.caller(&request)?;
        let dealer_id = project::dealer(&caller)?;
        let new = request.into_inner().project.ok_or_else(|| Error::field("project", "required"))?;
        let id = project::create(&self.0, &caller, &new).await?;
        Ok(Response::new(self.project(dealer_id, id).await?))
    }

    async fn update_project(&self, request: Request<UpdateProjectRequest>) -> Result<Response<DealerProject>, Status> {
        let caller = self.0.context.caller(&request)?;
        let dealer_id = project::dealer(&caller)?;
        let request = request.into_inner();
        let changed = request.project.ok_or_else(|| Error::field("project", "required"))?;
        project::update(&self.0, &caller, request.id, &changed, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.project(dealer_id, request.id).await?))
    }

    async fn start_support_session(&self, request: Request<StartSupportSessionRequest>) -> Result<Response<Session>, Status> {
        let caller = self.0.context.caller(&request)?;
        let client = ClientInfo::new(&caller, user_agent(&request));
        Ok(Response::new(project::start_support_session(&self.0, &client, request.get_ref()).await?))
    }
}

impl ProjectService {
    async fn project(&self, dealer_id: i64, id: i64) -> kit::Result<DealerProject> {
        let mut tx = self.0.context.database.system().await?;
        let row = store::find(&mut tx, dealer_id, id).await?;
        tx.rollback().await?;
        let counts = EntityCounts::load(&self.0.context, &[id]).await;
        Ok(project(row, &counts))
    }
}

fn project(row: ProjectRow, counts: &EntityCounts) -> DealerProject {
    DealerProject {
        id: row.id,
        uid: row.uid.to_string(),
        name: row.name,
        description: Some(row.description).filter(|text| !text.is_empty()),
        is_suspended: row.suspended,
        time_zone: Some(row.time_zone),
        locale: Some(row.locale),
        administrator: None,
        counts: Some(ProjectCounts {
            users: row.users,
            domains: row.domains,
            devices: counts.devices(row.id),
            identifiers: counts.identifiers(row.id),
        }),
        created_at: Some(clock::to_proto(row.created_at)),
    }
}

/// `is_support`: the caller is a dealer in a support session.
pub fn encode_project(row: ProjectHead, is_support: bool) -> Project {
    Project { id: row.id, uid: row.uid.to_string(), name: row.name, description: row.description, is_support }
}
