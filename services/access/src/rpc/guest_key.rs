//! Keys that somebody hands to a guest.
use kit::clock::{from_proto, to_proto};
use kit::{Mask, Result};
use policy::{action, resource};
use proto::vestibule::access::v1::guest_keys_server::GuestKeys;
use proto::vestibule::access::v1::*;
use tonic::{Request, Response, Status};

use super::{ids, reference, references};
use crate::app::App;
use crate::domain::guest_key::{self as domain, GuestKeyDraft};
use crate::operation::guest_key::{self as operation, GuestKeyView};

pub struct GuestKeysService(pub App);

fn decode(key: Option<GuestKey>) -> GuestKeyDraft {
    let key = key.unwrap_or_default();
    GuestKeyDraft {
        access_rules: ids(&key.access_rules),
        name: key.name,
        kind: domain::GuestKeyKind::from_number(key.kind),
        value: key.value,
        guest_type: domain::GuestType::from_number(key.guest_type),
        message: key.message,
        owner_id: key.owner.map(|owner| owner.id).filter(|id| *id != 0),
        period_restrict_active: key.period_restrict_active,
        period_restrict_from: key.period_restrict_from.as_ref().and_then(from_proto),
        period_restrict_to: key.period_restrict_to.as_ref().and_then(from_proto),
        pass_limit: key.pass_limit,
        hours: key.hours.map(decode_hours),
    }
}

fn decode_hours(hours: GuestKeyHours) -> domain::KeyWeek {
    domain::KeyWeek { weekdays: hours.weekdays.into_iter().collect(), from_minute: hours.from_minute, to_minute: hours.to_minute }
}

pub(super) fn encode_hours(hours: domain::KeyWeek) -> GuestKeyHours {
    GuestKeyHours { weekdays: hours.weekdays.into_iter().collect(), from_minute: hours.from_minute, to_minute: hours.to_minute }
}

fn encode(GuestKeyView { row, state, link }: GuestKeyView) -> GuestKey {
    let hours = row.draft().hours.map(encode_hours);
    GuestKey {
        id: row.id,
        kind: row.kind().number().into(),
        guest_type: row.guest_type().number().into(),
        pass_limit: row.pass_limit(),
        value: if row.kind() == domain::GuestKeyKind::Url { String::new() } else { row.value },
        name: row.name,
        message: row.message,
        access_rules: references(row.rule_ids, row.rule_names),
        owner: reference(row.owner_id, row.owner_name.unwrap_or_default()),
        period_restrict_active: row.period_restrict_active,
        period_restrict_from: row.period_restrict_from.map(to_proto),
        period_restrict_to: row.period_restrict_to.map(to_proto),
        state: state.number(),
        visits_used: row.passes_restrict_passes_count,
        last_used_at: row.last_used_at.map(to_proto),
        link,
        domain: reference(row.domain_id, row.domain_name.unwrap_or_default()),
        revoked_at: row.revoked_at.map(to_proto),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, row.created_by_name),
        hours,
    }
}

#[tonic::async_trait]
impl GuestKeys for GuestKeysService {
    async fn get_guest_key(&self, request: Request<GetGuestKeyRequest>) -> Result<Response<GuestKey>, Status> {
        let right = self.0.context.authorize::<resource::Identifier, action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_guest_key(&self, request: Request<CreateGuestKeyRequest>) -> Result<Response<GuestKey>, Status> {
        let right = self.0.context.authorize::<resource::GuestKey, action::Create, _>(&request)?;
        let draft = decode(request.into_inner().guest_key);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_guest_key(&self, request: Request<UpdateGuestKeyRequest>) -> Result<Response<GuestKey>, Status> {
        let right = self.0.context.authorize::<resource::GuestKey, action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask) = (decode(request.guest_key), Mask::new(request.update_mask));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask).await?)))
    }

    async fn revoke_guest_key(&self, request: Request<RevokeGuestKeyRequest>) -> Result<Response<GuestKey>, Status> {
        let right = self.0.context.authorize::<resource::GuestKey, action::Edit, _>(&request)?;
        Ok(Response::new(encode(operation::revoke(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn send_guest_key(&self, request: Request<SendGuestKeyRequest>) -> Result<Response<SendGuestKeyResponse>, Status> {
        let right = self.0.context.authorize::<resource::GuestKey, action::Edit, _>(&request)?;
        let request = request.into_inner();
        operation::send(&self.0, &right, request.id, &request.email).await?;
        Ok(Response::new(SendGuestKeyResponse {}))
    }
}
