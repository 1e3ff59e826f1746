use std::collections::HashMap;

use kit::reference::reference;
use kit::{Error, clock};
use policy::{Action, Authorized, Caller, Resource, action, resource};
use proto::vestibule::common::v1::Ref;
use proto::vestibule::identity::v1::tokens_server::Tokens;
use proto::vestibule::identity::v1::{
    CreateOwnTokenRequest, CreateOwnTokenResponse, CreateServiceTokenRequest, CreateServiceTokenResponse, ListOwnTokensRequest,
    ListOwnTokensResponse, ListServiceTokensRequest, ListServiceTokensResponse, OwnToken, RecordTokenUseRequest, ResolveTokenRequest,
    ResolveTokenResponse, RevokeOwnTokenRequest, RevokeServiceTokenRequest, ServiceToken,
};
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::operation::profile::account::OwnAccount;
use crate::operation::token::{self, ServiceTokenRights};
use crate::store;
use crate::store::token::{ServiceTokenRow, TokenRow};

pub struct TokenService(pub App);

#[tonic::async_trait]
impl Tokens for TokenService {
    async fn list_own_tokens(&self, request: Request<ListOwnTokensRequest>) -> Result<Response<ListOwnTokensResponse>, Status> {
        let right: OwnAccount = self.0.context.authorize(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let rows = store::token::list_own(&mut reader, &right).await?;
        Ok(Response::new(ListOwnTokensResponse { items: rows.into_iter().map(own_token).collect() }))
    }

    async fn create_own_token(&self, request: Request<CreateOwnTokenRequest>) -> Result<Response<CreateOwnTokenResponse>, Status> {
        let right: OwnAccount = self.0.context.authorize(&request)?;
        let made = token::create_own(&self.0, &right, request.get_ref()).await?;
        Ok(Response::new(CreateOwnTokenResponse { token: made.text, item: Some(own_token(made.token)) }))
    }

    async fn revoke_own_token(&self, request: Request<RevokeOwnTokenRequest>) -> Result<Response<()>, Status> {
        let right: OwnAccount = self.0.context.authorize(&request)?;
        token::revoke_own(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn list_service_tokens(&self, request: Request<ListServiceTokensRequest>) -> Result<Response<ListServiceTokensResponse>, Status> {
        let right: Authorized<resource::Token, action::View> = self.0.context.authorize(&request)?;
        let mut reader = self.0.context.database.read(right.project_id()).await?;
        let rows = store::token::list_service(&mut reader, &right).await?;
        let groups: Vec<i64> = rows.iter().flat_map(|row| row.domains.iter().map(|group| group.id)).collect();
        let paths = store::group_node::paths(&mut reader, &groups).await?;
        drop(reader);
        let items = rows.into_iter().map(|row| service_token(row, right.caller(), &paths)).collect();
        Ok(Response::new(ListServiceTokensResponse { items }))
    }

    async fn create_service_token(&self, request: Request<CreateServiceTokenRequest>) -> Result<Response<CreateServiceTokenResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let create = caller.authorize().map_err(Error::from)?;
        let rights = ServiceTokenRights { own: caller.authorize().map_err(Error::from)?, create };
        let made = token::create_service(&self.0, &rights, request.get_ref()).await?;
        let item = encode_service_token(made.token, |_| true);
        Ok(Response::new(CreateServiceTokenResponse { token: made.text, item: Some(item) }))
    }

    async fn revoke_service_token(&self, request: Request<RevokeServiceTokenRequest>) -> Result<Response<()>, Status> {
        let right: Authorized<resource::Token, action::Delete> = self.0.context.authorize(&request)?;
        token::revoke_service(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(()))
    }

    async fn resolve_token(&self, request: Request<ResolveTokenRequest>) -> Result<Response<ResolveTokenResponse>, Status> {
        self.0.context.caller(&request)?.as_service().map_err(Error::from)?;
        let mut tx = self.0.context.database.system().await?;
        let session_id = store::token::session_of(&mut tx, &request.get_ref().hash, self.0.context.clock.now()).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(ResolveTokenResponse { session_id: session_id.ok_or(Error::NotFound)? }))
    }

    async fn record_token_use(&self, request: Request<RecordTokenUseRequest>) -> Result<Response<()>, Status> {
        let gateway = self.0.context.caller(&request)?;
        let used = request.get_ref();
        token::record_use(&self.0, &gateway, used.session_id, &used.ip).await?;
        Ok(Response::new(()))
    }
}

fn own_token(row: TokenRow) -> OwnToken {
    OwnToken {
        id: row.id,
        name: row.name,
        prefix: row.prefix,
        scopes: row.scopes,
        created_at: Some(clock::to_proto(row.created_at)),
        expires_at: Some(clock::to_proto(row.expires_at)),
        last_used_at: row.last_used_at.map(clock::to_proto),
        last_used_ip: row.last_used_ip,
    }
}

/// Groups that the caller does not see are without names.
fn service_token(row: ServiceTokenRow, caller: &Caller, paths: &HashMap<i64, Vec<i64>>) -> ServiceToken {
    let scope = caller.scope(Resource::Group, Action::View);
    encode_service_token(row, |group| paths.get(&group).is_some_and(|path| scope.covers_group(path)))
}

fn encode_service_token(row: ServiceTokenRow, is_visible: impl Fn(i64) -> bool) -> ServiceToken {
    let token = own_token(row.token);
    let named = |group: crate::store::NamedRow| Ref { name: if is_visible(group.id) { group.name } else { String::new() }, id: group.id };
    ServiceToken {
        id: token.id,
        name: token.name,
        prefix: token.prefix,
        scopes: token.scopes,
        created_at: token.created_at,
        expires_at: token.expires_at,
        last_used_at: token.last_used_at,
        last_used_ip: token.last_used_ip,
        role: Some(Ref { id: row.role_id, name: row.role_name }),
        domains: row.domains.0.into_iter().map(named).collect(),
        created_by_user: reference(row.created_by, row.created_by_name),
    }
}
