use kit::{Error, Fields, Mask, clock};
use policy::{Authorized, action, resource};
use proto::vestibule::common::v1::DeleteResponse;
use proto::vestibule::identity::v1::ip_blocking_server::IpBlocking;
use proto::vestibule::identity::v1::*;
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use crate::app::App;
use crate::domain::address;
use crate::ip_blocking::Ban;
use crate::operation::ip_blocking as operation;
use crate::store::ip_blocking::{self as store, EntryRow};

const DEFAULT_SIZE: i32 = 20;
const MAX_SIZE: i32 = 500;
const MAX_SEARCH: usize = 100;

pub struct IpBlockingService(pub App);

#[tonic::async_trait]
impl IpBlocking for IpBlockingService {
    async fn get_ip_blocking_status(&self, request: Request<GetIpBlockingStatusRequest>) -> Result<Response<IpBlockingStatus>, Status> {
        self.may_view(&request)?;
        Ok(Response::new(self.status().await?))
    }

    async fn update_ip_blocking_status(&self, request: Request<UpdateIpBlockingStatusRequest>) -> Result<Response<IpBlockingStatus>, Status> {
        let right = self.edit(&request)?;
        let request = request.into_inner();
        let status = request.status.ok_or_else(|| Error::field("status", "required"))?;
        operation::update_settings(&self.0, &right, &status, &Mask::new(request.update_mask)).await?;
        Ok(Response::new(self.status().await?))
    }

    async fn list_banned_ips(&self, request: Request<ListBannedIpsRequest>) -> Result<Response<ListBannedIpsResponse>, Status> {
        self.may_view(&request)?;
        Ok(Response::new(self.banned(request.get_ref()).await?))
    }

    async fn unban_ip(&self, request: Request<UnbanIpRequest>) -> Result<Response<()>, Status> {
        let right = self.edit(&request)?;
        operation::unban(&self.0, &right, &request.get_ref().ip).await?;
        Ok(Response::new(()))
    }

    async fn unban_all_ips(&self, request: Request<UnbanAllIpsRequest>) -> Result<Response<UnbanAllIpsResponse>, Status> {
        let unbanned = operation::unban_all(&self.0, &self.edit(&request)?).await? as i32;
        Ok(Response::new(UnbanAllIpsResponse { unbanned }))
    }

    async fn list_whitelist(&self, request: Request<ListWhitelistRequest>) -> Result<Response<ListWhitelistResponse>, Status> {
        self.may_view(&request)?;
        let mut tx = self.0.context.database.system().await?;
        let rows = store::whitelist(&mut tx).await?;
        tx.rollback().await.map_err(Error::from)?;
        Ok(Response::new(ListWhitelistResponse { items: rows.into_iter().map(entry).collect() }))
    }

    async fn add_to_whitelist(&self, request: Request<AddToWhitelistRequest>) -> Result<Response<WhitelistEntry>, Status> {
        let right = self.edit(&request)?;
        let new = request.into_inner().entry.ok_or_else(|| Error::field("entry", "required"))?;
        Ok(Response::new(entry(operation::add_to_whitelist(&self.0, &right, &new).await?)))
    }

    async fn delete_from_whitelist(&self, request: Request<DeleteFromWhitelistRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.edit(&request)?;
        let id = request.get_ref().id;
        operation::delete_from_whitelist(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }
}

impl IpBlockingService {
    fn may_view<T>(&self, request: &Request<T>) -> kit::Result<()> {
        let _right: Authorized<resource::IpBlocking, action::View> = self.0.context.caller(request)?.authorize()?;
        Ok(())
    }

    fn edit<T>(&self, request: &Request<T>) -> kit::Result<operation::IpBlockingEdit> {
        Ok(self.0.context.caller(request)?.authorize()?)
    }

    async fn status(&self) -> kit::Result<IpBlockingStatus> {
        let blocking = self.0.blocking.rules().await?.blocking;
        Ok(IpBlockingStatus {
            is_enabled: blocking.is_enabled,
            max_failures: blocking.max_failures,
            window_seconds: blocking.window_seconds,
            ban_seconds: blocking.ban_seconds,
            banned_count: self.0.blocking.bans.count().await?,
            rejected_last_day: self.0.blocking.rejections.last_day().await?,
        })
    }

    async fn banned(&self, request: &ListBannedIpsRequest) -> kit::Result<ListBannedIpsResponse> {
        let (page, size) = (request.page.max(1), if request.size == 0 { DEFAULT_SIZE } else { request.size });
        let mut fields = Fields::new();
        fields.range("size", size, 1, MAX_SIZE);
        fields.optional_text("search", Some(&request.search), MAX_SEARCH);
        fields.finish()?;
        let mut found = self.0.blocking.bans.list().await?;
        found.retain(|(address, _)| address.contains(request.search.trim()));
        let total = found.len() as i64;
        let begin = found.len().min((page as usize - 1).saturating_mul(size as usize));
        let end = found.len().min(begin + size as usize);
        let bans = self.0.blocking.bans.describe(&found[begin..end]).await?;
        Ok(ListBannedIpsResponse { items: bans.into_iter().map(encode_ban).collect(), total, page, size })
    }
}

fn entry(row: EntryRow) -> WhitelistEntry {
    WhitelistEntry {
        id: row.id,
        address: address::display(&row.network),
        description: row.description,
        created_at: Some(clock::to_proto(row.created_at)),
    }
}

fn encode_ban(ban: Ban) -> BannedIp {
    let at = OffsetDateTime::from_unix_timestamp(ban.details.banned_at).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    BannedIp {
        ip: ban.address,
        banned_at: Some(clock::to_proto(at)),
        until: Some(clock::to_proto(ban.until)),
        reason: ban.details.reason,
        failures: ban.details.failures,
    }
}
