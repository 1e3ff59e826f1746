//! Integrations.
use kit::patch::masked;
use kit::{Error, Mask, clock, list_query};
use policy::{Caller, CallerKind, Denied, Permission};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, Ref};
use proto::vestibule::domains::v1::{
    AxxonOneSettings, BarrierSettings, Camera, DeleteIntegrationRequest, GetIntegrationRequest, Integration, IntegrationType,
    ListAvailableIntegrationsRequest, ListAvailableIntegrationsResponse, ListCamerasRequest, ListCamerasResponse, ListIntegrationsRequest,
    ListIntegrationsResponse, ListMacrosRequest, ListMacrosResponse, Macro, SaveIntegrationRequest, integrations_server,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::integration::available;
use crate::operation::integration::{self, VisibleIntegration};
use crate::operation::video_platform;

/// One of these opens the list and the forms; how far each reaches is the policy's.
const RIGHTS: [Permission; 5] = [
    Permission::CanChangeProjectSettings,
    Permission::CanManageSelfDomainIntegrations,
    Permission::CanEditAllServerDomains,
    Permission::CanEditDescendantDomains,
    Permission::CanEditSelfDomainGeneralParameters,
];

pub struct IntegrationService(pub App);

impl IntegrationService {
    fn authenticate<T>(&self, request: &Request<T>) -> kit::Result<Caller> {
        let caller = self.0.context.caller(request)?;
        if caller.kind == CallerKind::User { Ok(caller) } else { Err(caller.denied().into()) }
    }

    fn authorize<T>(&self, request: &Request<T>) -> kit::Result<Caller> {
        let caller = self.authenticate(request)?;
        if RIGHTS.iter().any(|right| caller.can(*right)) { Ok(caller) } else { Err(Denied::Forbidden.into()) }
    }
}

/// Groups that the caller does not see are left out.
fn encode(integration: VisibleIntegration) -> Integration {
    let VisibleIntegration { row, hidden_groups } = integration;
    let kind = IntegrationType::try_from(i32::from(row.kind)).unwrap_or_default();
    let secret = masked(row.secret.is_some());
    let (axxon_one_settings, barrier_settings) = match kind {
        IntegrationType::Barrier => (None, Some(BarrierSettings { server_url: row.server_url, token: secret })),
        _ => (Some(AxxonOneSettings { server_url: row.server_url, user_name: row.user_name.unwrap_or_default(), password: secret }), None),
    };
    let groups = row.group_ids.into_iter().zip(row.group_names).map(|(id, name)| Ref { id, name });
    Integration {
        id: row.id,
        r#type: kind.into(),
        name: row.name,
        domain_id: row.domain_id,
        domains: groups.filter(|group| !hidden_groups.contains(&group.id)).collect(),
        axxon_one_settings,
        barrier_settings,
        is_active: row.is_active,
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        created_by_user: Some(Ref { id: row.created_by, name: row.created_by_name }),
        domain: row.domain_id.filter(|id| !hidden_groups.contains(id)).map(|id| Ref { id, name: row.domain_name.unwrap_or_default() }),
    }
}

#[tonic::async_trait]
impl integrations_server::Integrations for IntegrationService {
    async fn list_integrations(&self, request: Request<ListIntegrationsRequest>) -> Result<Response<ListIntegrationsResponse>, Status> {
        let caller = self.authorize(&request)?;
        let request = request.into_inner();
        if let Some(part) = request.with.first() {
            return Err(Error::field(format!("with.{part}"), "unknown field").into());
        }
        let page = integration::list(&self.0, &caller, &list_query!(request)).await?.map(encode);
        Ok(Response::new(ListIntegrationsResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn list_available_integrations(
        &self,
        request: Request<ListAvailableIntegrationsRequest>,
    ) -> Result<Response<ListAvailableIntegrationsResponse>, Status> {
        self.authenticate(&request)?;
        Ok(Response::new(ListAvailableIntegrationsResponse { items: available() }))
    }

    async fn get_integration(&self, request: Request<GetIntegrationRequest>) -> Result<Response<Integration>, Status> {
        let caller = self.authorize(&request)?;
        Ok(Response::new(encode(integration::find(&self.0, &caller, request.into_inner().id).await?)))
    }

    async fn save_integration(&self, request: Request<SaveIntegrationRequest>) -> Result<Response<Integration>, Status> {
        let caller = self.authorize(&request)?;
        let SaveIntegrationRequest { integration: new, update_mask } = request.into_inner();
        let id = integration::save(&self.0, &caller, &Mask::new(update_mask), new.unwrap_or_default()).await?;
        Ok(Response::new(encode(integration::find(&self.0, &caller, id).await?)))
    }

    async fn delete_integration(&self, request: Request<DeleteIntegrationRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.authorize(&request)?;
        let id = request.into_inner().id;
        integration::delete(&self.0, &caller, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_integrations(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.authorize(&request)?;
        Ok(Response::new(integration::delete_all(&self.0, &caller, request.into_inner().items).await?))
    }

    async fn list_macros(&self, request: Request<ListMacrosRequest>) -> Result<Response<ListMacrosResponse>, Status> {
        let caller = self.authenticate(&request)?;
        let macros = video_platform::list_macros(&self.0, &caller, request.into_inner().id).await?;
        let items = macros.into_iter().map(|item| Macro { guid: item.guid, name: item.name }).collect();
        Ok(Response::new(ListMacrosResponse { items }))
    }

    async fn list_cameras(&self, request: Request<ListCamerasRequest>) -> Result<Response<ListCamerasResponse>, Status> {
        let caller = self.authenticate(&request)?;
        let cameras = video_platform::list_cameras(&self.0, &caller, request.into_inner().id).await?;
        let items = cameras.into_iter().map(|camera| Camera { guid: camera.guid, name: camera.name }).collect();
        Ok(Response::new(ListCamerasResponse { items }))
    }
}
