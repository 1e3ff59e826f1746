//! Virtual numbers, and whom a user may call.
use kit::clock::to_proto;
use kit::{Error, Mask, Result, patch};
use policy::{Caller, CallerKind};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::telephony::v1::sip_numbers_server::SipNumbers;
use proto::vestibule::telephony::v1::*;
use tonic::{Request, Response, Status};

use super::{forward_queue, reference, referenced_id};
use crate::app::App;
use crate::domain::sip_number::{ForwardMode as Mode, SipNumberDraft, SipNumberInput};
use crate::operation;
use crate::store::call_info::CallInfoRow;
use crate::store::contact::ContactRow;
use crate::store::related::TrunkNames;
use crate::store::sip_number::SipNumberRow;

pub struct SipNumberService(pub App);

impl SipNumberService {
    fn user<T>(&self, request: &Request<T>) -> Result<Caller> {
        let caller = self.0.context.caller(request)?;
        if caller.kind == CallerKind::User && caller.user_id != 0 { Ok(caller) } else { Err(caller.denied().into()) }
    }
}

#[tonic::async_trait]
impl SipNumbers for SipNumberService {
    async fn list_sip_numbers(&self, request: Request<ListSipNumbersRequest>) -> Result<Response<ListSipNumbersResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let (page, trunk_names) = operation::sip_number::list(&self.0, &right, &kit::list_query!(request.get_ref())).await?;
        let items = page.items.into_iter().map(|row| encode(row, &trunk_names)).collect();
        Ok(Response::new(ListSipNumbersResponse { items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_sip_number(&self, request: Request<GetSipNumberRequest>) -> Result<Response<SipNumber>, Status> {
        let right = self.0.context.authorize(&request)?;
        let (found, is_registered) = operation::sip_number::find(&self.0, &right, request.get_ref().id).await?;
        Ok(Response::new(SipNumber { is_registered, ..encode_one(found)? }))
    }

    async fn create_sip_number(&self, request: Request<CreateSipNumberRequest>) -> Result<Response<SipNumber>, Status> {
        let right = self.0.context.authorize(&request)?;
        let input = decode(request.into_inner().sip_number.unwrap_or_default());
        Ok(Response::new(encode_one(operation::sip_number::create(&self.0, &right, input).await?)?))
    }

    async fn update_sip_number(&self, request: Request<UpdateSipNumberRequest>) -> Result<Response<SipNumber>, Status> {
        let right = self.0.context.authorize(&request)?;
        let UpdateSipNumberRequest { id, sip_number, update_mask } = request.into_inner();
        let (input, mask) = (decode(sip_number.unwrap_or_default()), Mask::new(update_mask));
        Ok(Response::new(encode_one(operation::sip_number::update(&self.0, &right, id, input, &mask).await?)?))
    }

    async fn delete_sip_number(&self, request: Request<DeleteSipNumberRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let id = request.get_ref().id;
        operation::sip_number::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_sip_numbers(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(operation::sip_number::delete_many(&self.0, &right, request.into_inner().items).await?))
    }

    async fn generate_sip_numbers(&self, request: Request<GenerateSipNumbersRequest>) -> Result<Response<GenerateSipNumbersResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let GenerateSipNumbersRequest { domain, count, is_active } = request.into_inner();
        let draft = decode(SipNumber { domain, is_active, ..Default::default() }).draft;
        let generated = operation::sip_number::generate(&self.0, &right, draft, count).await?;
        let items = generated.rows.into_iter().map(|row| encode(row, &generated.trunk_names)).collect();
        Ok(Response::new(GenerateSipNumbersResponse { items }))
    }

    async fn list_contacts(&self, request: Request<ListContactsRequest>) -> Result<Response<ListContactsResponse>, Status> {
        let caller = self.user(&request)?;
        let contacts = operation::contact::list(&self.0, &caller, &request.get_ref().search).await?;
        Ok(Response::new(ListContactsResponse { items: contacts.into_iter().map(contact).collect() }))
    }

    async fn get_call_info(&self, request: Request<GetCallInfoRequest>) -> Result<Response<CallInfo>, Status> {
        let caller = self.user(&request)?;
        Ok(Response::new(call_info(operation::call_info::find(&self.0, &caller, &request.get_ref().number).await?)))
    }
}

fn decode(number: SipNumber) -> SipNumberInput {
    let draft = SipNumberDraft {
        number: number.number.trim().into(),
        forward_mode: match number.forward_mode() {
            ForwardMode::Manual => Mode::Manual,
            ForwardMode::Picked => Mode::Picked,
            ForwardMode::Disabled | ForwardMode::Unspecified => Mode::Disabled,
        },
        name: number.name.trim().into(),
        is_active: number.is_active.unwrap_or(true),
        is_reserved: number.is_reserved,
        is_system: number.is_system,
        user_id: referenced_id(number.user),
        device_id: referenced_id(number.device),
        domain_id: referenced_id(number.domain).unwrap_or_default(),
        is_general: number.is_general,
        forward_rules: forward_queue::decode(number.forward_rules),
        forward_group_id: referenced_id(number.forward_group),
    };
    SipNumberInput { draft, is_active: number.is_active, password: number.password }
}

fn encode_one(numbers: operation::sip_number::SipNumbers) -> Result<SipNumber> {
    let operation::sip_number::SipNumbers { rows, trunk_names } = numbers;
    rows.into_iter().next().map(|row| encode(row, &trunk_names)).ok_or(Error::NotFound)
}

fn encode(row: SipNumberRow, trunk_names: &TrunkNames) -> SipNumber {
    let mode = match Mode::from_word(&row.forward_mode) {
        Mode::Disabled => ForwardMode::Disabled,
        Mode::Manual => ForwardMode::Manual,
        Mode::Picked => ForwardMode::Picked,
    };
    SipNumber {
        id: row.id,
        number: row.number,
        name: row.name,
        password: patch::masked(true),
        is_active: Some(row.is_active),
        is_reserved: row.is_reserved,
        is_system: row.is_system,
        user: reference(row.user_id, row.user_name),
        device: reference(row.device_id, row.device_name),
        domain: reference(Some(row.domain_id), row.domain_name),
        is_general: row.is_general,
        forward_mode: mode.into(),
        forward_rules: forward_queue::encode(row.forward_queues.0, trunk_names),
        forward_group: reference(row.forward_group_id, row.forward_group_name),
        is_registered: None,
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, Some(row.created_by_name)),
    }
}

fn contact(row: ContactRow) -> Contact {
    Contact {
        id: row.id,
        name: row.name,
        number: row.number,
        user: row.user_id.map(|id| ContactUser {
            id,
            name: row.user_name.unwrap_or_default(),
            description: row.description.filter(|text| !text.is_empty()),
        }),
        device: reference(row.device_id, row.device_name),
        domain: reference(Some(row.domain_id), row.domain_name),
    }
}

fn call_info(row: CallInfoRow) -> CallInfo {
    CallInfo {
        address: row.address.unwrap_or_default(),
        user: reference(row.user_id, row.user_name),
        device: reference(row.device_id, row.device_name),
    }
}
