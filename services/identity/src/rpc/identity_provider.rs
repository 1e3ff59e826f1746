use kit::reference::reference;
use kit::{Error, Mask, patch, tree};
use policy::{Action, Caller, Resource};
use proto::vestibule::identity::v1::identity_providers_server::IdentityProviders;
use proto::vestibule::identity::v1::*;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::session::user_agent;
use crate::app::App;
use crate::operation::identity_provider::{self, IdentityProviderEdit, IdentityProviderView};
use crate::operation::session::{self, ClientInfo};
use crate::store::identity_provider as store;

pub struct IdentityProviderService(pub App);

#[tonic::async_trait]
impl IdentityProviders for IdentityProviderService {
    async fn list_identity_providers(
        &self,
        request: Request<ListIdentityProvidersRequest>,
    ) -> Result<Response<ListIdentityProvidersResponse>, Status> {
        // What is no uid names no project.
        let project = request.get_ref().project.as_deref().and_then(|uid| uid.parse::<Uuid>().ok());
        let mut tx = self.0.context.database.system().await?;
        let found = store::listed(&mut tx, project).await?;
        tx.rollback().await.map_err(Error::from)?;
        let items = found.into_iter().map(|row| ListedProvider { id: row.id, name: row.name, project_name: row.project_name }).collect();
        Ok(Response::new(ListIdentityProvidersResponse { items }))
    }

    async fn start_provider_login(&self, request: Request<StartProviderLoginRequest>) -> Result<Response<ProviderLogin>, Status> {
        Ok(Response::new(session::start_provider_login(&self.0, request.get_ref()).await?))
    }

    async fn finish_provider_login(&self, request: Request<FinishProviderLoginRequest>) -> Result<Response<LoginResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let client = ClientInfo::new(&caller, user_agent(&request));
        Ok(Response::new(session::finish_provider_login(&self.0, &client, request.get_ref()).await?))
    }

    async fn get_identity_provider(&self, request: Request<GetIdentityProviderRequest>) -> Result<Response<IdentityProvider>, Status> {
        let right: IdentityProviderView = self.0.context.caller(&request)?.authorize().map_err(Error::from)?;
        Ok(Response::new(self.provider(right.caller()).await?))
    }

    async fn update_identity_provider(&self, request: Request<UpdateIdentityProviderRequest>) -> Result<Response<IdentityProvider>, Status> {
        let right: IdentityProviderEdit = self.0.context.caller(&request)?.authorize().map_err(Error::from)?;
        let request = request.into_inner();
        let provider = request.provider.ok_or_else(|| Error::field("provider", "required"))?;
        identity_provider::update(&self.0, &right, &provider, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.provider(right.caller()).await?))
    }
}

impl IdentityProviderService {
    /// A group that the caller does not see is without a name.
    async fn provider(&self, caller: &Caller) -> kit::Result<IdentityProvider> {
        let mut reader = self.0.context.database.read(caller.project_id).await?;
        let mut row = store::find(&mut reader, caller.project_id).await?;
        if let Some(row) = &mut row
            && let Some(domain_id) = row.domain_id
            && !tree::covers(&mut reader, &caller.scope(Resource::Group, Action::View), domain_id).await?
        {
            row.domain_name = Some(String::new());
        }
        drop(reader);
        let draft = row.as_ref().map(store::ProviderRow::draft).unwrap_or_default();
        let (role, domain, has_secret) = match row {
            Some(row) => (reference(row.role_id, row.role_name), reference(row.domain_id, row.domain_name), row.client_secret.is_some()),
            None => (None, None, false),
        };
        Ok(IdentityProvider {
            is_enabled: draft.is_enabled,
            is_listed: draft.is_listed,
            name: draft.name,
            issuer_url: draft.issuer_url,
            client_id: draft.client_id,
            client_secret: patch::masked(has_secret),
            scopes: draft.scopes,
            role,
            domain,
            redirect_url: self.0.oidc.redirect_url().into(),
        })
    }
}
