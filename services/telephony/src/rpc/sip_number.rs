//! Virtual numbers.
use kit::{Error, Result};
use policy::{Caller, CallerKind, Denied, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbers;
use proto::vestibule::telephony::v1::*;
use tonic::{Request, Response, Status};

use crate::operation::sip_number::{self, Numbers};
use crate::parts::Parts;
use crate::store::callable::Reach;
use crate::store::{call_info, contact, features, sip_number as store};

const MAX_SEARCH: usize = 100;

pub struct Api {
    parts: Parts,
    numbers: Numbers,
}

impl Api {
    pub fn new(parts: &Parts) -> Self {
        Api { parts: parts.clone(), numbers: Numbers(parts.clone()) }
    }

    async fn get(&self, caller: &Caller, id: i64) -> Result<SipNumber> {
        let right = caller.authorize::<resource::SipNumber, action::View>()?;
        let mut reader = self.parts.context.database.read(right.project_id()).await?;
        let row = store::find(&mut reader, &right, id, false).await?;
        let number = sip_number::into_api(&mut reader, right.project_id(), vec![row]).await?.pop().ok_or(Error::NotFound)?;
        drop(reader);
        let is_registered = self.parts.is_registered(right.project_id(), &number.number).await;
        Ok(SipNumber { is_registered, ..number })
    }

    /// Nobody to call is no error: the rights to call say whom.
    async fn contacts(&self, caller: &Caller, search: &str) -> Result<Vec<Contact>> {
        let reach = reach(caller)?;
        if search.chars().count() > MAX_SEARCH {
            return Err(Error::field("search", format!("maximum length is {MAX_SEARCH}")));
        }
        if reach.is_empty() {
            return Ok(Vec::new());
        }
        let mut reader = self.parts.context.database.read(caller.project_id).await?;
        for feature in [features::SIP, features::WEB_DIALER] {
            features::require(&mut reader, caller.project_id, feature).await?;
        }
        contact::list(&mut reader, caller, &reach, search.trim()).await
    }

    async fn call_info(&self, caller: &Caller, number: &str) -> Result<CallInfo> {
        let reach = reach(caller)?;
        let mut reader = self.parts.context.database.read(caller.project_id).await?;
        call_info::find(&mut reader, caller, &reach, number).await
    }
}

/// How far somebody who is signed in may call.
fn reach(caller: &Caller) -> Result<Reach> {
    if caller.kind != CallerKind::User || caller.user_id == 0 {
        return Err(Denied::Unauthenticated.into());
    }
    Ok(Reach::of(caller))
}

#[tonic::async_trait]
impl SipNumbers for Api {
    async fn list_sip_numbers(&self, request: Request<ListSipNumbersRequest>) -> Result<Response<ListSipNumbersResponse>, Status> {
        let right = self.parts.context.authorize::<resource::SipNumber, action::View, _>(&request)?;
        let request = request.into_inner();
        let mut reader = self.parts.context.database.read(right.project_id()).await?;
        let page = store::list(&mut reader, &right, &kit::list_query!(request)).await?;
        let items = sip_number::into_api(&mut reader, right.project_id(), page.items).await?;
        Ok(Response::new(ListSipNumbersResponse { items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_sip_number(&self, request: Request<GetSipNumberRequest>) -> Result<Response<SipNumber>, Status> {
        let caller = self.parts.context.caller(&request)?;
        Ok(Response::new(self.get(&caller, request.into_inner().id).await?))
    }

    async fn create_sip_number(&self, request: Request<CreateSipNumberRequest>) -> Result<Response<SipNumber>, Status> {
        let caller = self.parts.context.caller(&request)?;
        Ok(Response::new(self.numbers.create(caller, request.into_inner().sip_number.unwrap_or_default()).await?))
    }

    async fn update_sip_number(&self, request: Request<UpdateSipNumberRequest>) -> Result<Response<SipNumber>, Status> {
        let caller = self.parts.context.caller(&request)?;
        Ok(Response::new(self.numbers.update(caller, request.into_inner()).await?))
    }

    async fn delete_sip_number(&self, request: Request<DeleteSipNumberRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.parts.context.caller(&request)?;
        let id = request.into_inner().id;
        self.numbers.delete(&caller, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_sip_numbers(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.parts.context.caller(&request)?;
        caller.authorize::<resource::SipNumber, action::Delete>().map_err(Error::from)?;
        Ok(Response::new(kit::bulk::each(request.into_inner().items, |id| self.numbers.delete(&caller, id)).await?))
    }

    async fn generate_sip_numbers(&self, request: Request<GenerateSipNumbersRequest>) -> Result<Response<GenerateSipNumbersResponse>, Status> {
        let caller = self.parts.context.caller(&request)?;
        Ok(Response::new(GenerateSipNumbersResponse { items: self.numbers.generate(caller, request.into_inner()).await? }))
    }

    async fn list_contacts(&self, request: Request<ListContactsRequest>) -> Result<Response<ListContactsResponse>, Status> {
        let caller = self.parts.context.caller(&request)?;
        Ok(Response::new(ListContactsResponse { items: self.contacts(&caller, &request.into_inner().search).await? }))
    }

    async fn get_call_info(&self, request: Request<GetCallInfoRequest>) -> Result<Response<CallInfo>, Status> {
        let caller = self.parts.context.caller(&request)?;
        Ok(Response::new(self.call_info(&caller, &request.into_inner().number).await?))
    }
}
