//! Integrations.
use std::collections::BTreeSet;

use kit::patch::masked;
use kit::{Context, Error, Fields, Mask, clock, list_query};
use policy::{Caller, CallerKind, Denied, Permission};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse, ItemResult, Ref};
use proto::vestibule::domains::v1::{
    AxxonOneSettings, BarrierSettings, DeleteIntegrationRequest, GetIntegrationRequest, Integration, IntegrationType,
    ListAvailableIntegrationsRequest, ListAvailableIntegrationsResponse, ListCamerasRequest, ListCamerasResponse, ListIntegrationsRequest,
    ListIntegrationsResponse, ListMacrosRequest, ListMacrosResponse, SaveIntegrationRequest, integrations_server,
};
use sqlx::{Connection, PgConnection};
use tonic::{Request, Response, Status};

use crate::domain::integration::available;
use crate::operation::integrations;
use crate::operation::server_of_integration::Answers;
use crate::store::integration::{self, Row};

/// Integrations in one deleteAll.
const MAX_ITEMS: usize = 500;
/// One of these opens the list and the forms; how far each reaches is the policy's.
const RIGHTS: [Permission; 5] = [
    Permission::CanChangeProjectSettings,
    Permission::CanManageSelfDomainIntegrations,
    Permission::CanEditAllServerDomains,
    Permission::CanEditDescendantDomains,
    Permission::CanEditSelfDomainGeneralParameters,
];

pub struct Integrations {
    context: Context,
    answers: Answers,
}

impl Integrations {
    pub fn new(context: Context) -> Self {
        Integrations { context, answers: Answers::default() }
    }

    fn signed_in<T>(&self, request: &Request<T>) -> kit::Result<Caller> {
        let caller = self.context.caller(request)?;
        if caller.kind == CallerKind::User { Ok(caller) } else { Err(Denied::Unauthenticated.into()) }
    }

    fn may_manage<T>(&self, request: &Request<T>) -> kit::Result<Caller> {
        let caller = self.signed_in(request)?;
        if RIGHTS.iter().any(|right| caller.can(*right)) { Ok(caller) } else { Err(Denied::Forbidden.into()) }
    }

    async fn get(&self, caller: &Caller, id: i64) -> kit::Result<Integration> {
        let mut reader = self.context.database.read(caller.project_id).await?;
        let row = integration::find(&mut reader, caller, id, false).await?;
        shown(&mut reader, caller, row).await
    }

    /// Each in a savepoint.
    async fn delete_all(&self, caller: &Caller, ids: Vec<i64>) -> kit::Result<Vec<ItemResult>> {
        let mut fields = Fields::new();
        fields.check(ids.len() <= MAX_ITEMS, "items", "maximum length is 500");
        fields.finish()?;
        let mut tx = self.context.database.tenant(caller.project_id).await?;
        let mut answers = Vec::with_capacity(ids.len());
        for id in ids {
            let mut savepoint = tx.begin().await?;
            let message = match integrations::delete(&mut savepoint, &self.context, caller, id).await {
                Ok(()) => {
                    savepoint.commit().await?;
                    String::new()
                }
                Err(error @ (Error::Internal(_) | Error::Unavailable(_))) => return Err(error),
                Err(error) => {
                    savepoint.rollback().await?;
                    error.to_string()
                }
            };
            answers.push(ItemResult { id, done: message.is_empty(), message });
        }
        tx.commit().await?;
        Ok(answers)
    }
}

/// Names of groups that the caller does not see are left out, and so are the groups.
async fn shown(connection: &mut PgConnection, caller: &Caller, row: Row) -> kit::Result<Integration> {
    let hidden = integrations::hidden(connection, caller, &row).await?;
    Ok(integration(row, &hidden))
}

fn integration(row: Row, hidden: &BTreeSet<i64>) -> Integration {
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
        domains: groups.filter(|group| !hidden.contains(&group.id)).collect(),
        axxon_one_settings,
        barrier_settings,
        is_active: row.is_active,
        created_at: Some(clock::to_proto(row.created_at)),
        updated_at: Some(clock::to_proto(row.updated_at)),
        created_by_user: Some(Ref { id: row.created_by, name: row.created_by_name }),
        domain: row.domain_id.filter(|id| !hidden.contains(id)).map(|id| Ref { id, name: row.domain_name.unwrap_or_default() }),
    }
}

#[tonic::async_trait]
impl integrations_server::Integrations for Integrations {
    async fn list_integrations(&self, request: Request<ListIntegrationsRequest>) -> Result<Response<ListIntegrationsResponse>, Status> {
        let caller = self.may_manage(&request)?;
        let request = request.into_inner();
        if let Some(part) = request.with.first() {
            return Err(Error::field(format!("with.{part}"), "unknown field").into());
        }
        let mut reader = self.context.database.read(caller.project_id).await?;
        let page = integration::page(&mut reader, &caller, &list_query!(request)).await?;
        let mut items = Vec::with_capacity(page.items.len());
        for row in page.items {
            items.push(shown(&mut reader, &caller, row).await?);
        }
        Ok(Response::new(ListIntegrationsResponse { items, total: page.total, page: page.page, size: page.size }))
    }

    async fn list_available_integrations(
        &self,
        request: Request<ListAvailableIntegrationsRequest>,
    ) -> Result<Response<ListAvailableIntegrationsResponse>, Status> {
        self.signed_in(&request)?;
        Ok(Response::new(ListAvailableIntegrationsResponse { items: available() }))
    }

    async fn get_integration(&self, request: Request<GetIntegrationRequest>) -> Result<Response<Integration>, Status> {
        let caller = self.may_manage(&request)?;
        Ok(Response::new(self.get(&caller, request.into_inner().id).await?))
    }

    async fn save_integration(&self, request: Request<SaveIntegrationRequest>) -> Result<Response<Integration>, Status> {
        let caller = self.may_manage(&request)?;
        let SaveIntegrationRequest { integration, update_mask } = request.into_inner();
        let id = integrations::save(&self.context, &caller, &Mask::new(update_mask), integration.unwrap_or_default()).await?;
        Ok(Response::new(self.get(&caller, id).await?))
    }

    async fn delete_integration(&self, request: Request<DeleteIntegrationRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.may_manage(&request)?;
        let id = request.into_inner().id;
        let mut tx = self.context.database.tenant(caller.project_id).await?;
        integrations::delete(&mut tx, &self.context, &caller, id).await?;
        tx.commit().await.map_err(Error::from)?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_integrations(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.may_manage(&request)?;
        let items = self.delete_all(&caller, request.into_inner().items).await?;
        Ok(Response::new(DeleteAllResponse { items }))
    }

    async fn list_macros(&self, request: Request<ListMacrosRequest>) -> Result<Response<ListMacrosResponse>, Status> {
        let caller = self.signed_in(&request)?;
        let items = self.answers.macros(&self.context, &caller, request.into_inner().id).await?;
        Ok(Response::new(ListMacrosResponse { items }))
    }

    async fn list_cameras(&self, request: Request<ListCamerasRequest>) -> Result<Response<ListCamerasResponse>, Status> {
        let caller = self.signed_in(&request)?;
        let items = self.answers.cameras(&self.context, &caller, request.into_inner().id).await?;
        Ok(Response::new(ListCamerasResponse { items }))
    }
}
