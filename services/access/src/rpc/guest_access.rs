//! The page of a guest's key, and the rules to give.
use kit::clock::to_proto;
use policy::{action, resource};
use proto::vestibule::access::v1::guest_access_server::GuestAccess;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::FileChunk;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status};

use super::guest_key::encode_hours;
use super::{PASS_TYPE, encode_timestamp, references};
use crate::app::App;
use crate::operation::guest_access::{self as operation, GuestPageView};
use crate::operation::guest_key::givable_rules;

pub struct GuestAccessService(pub App);

fn encode_page(page: GuestPageView) -> GuestPage {
    let hours = page.key.draft().hours.map(encode_hours);
    GuestPage {
        hours,
        has_wallet_pass: page.has_wallet_pass,
        google_wallet_link: page.google_wallet_link,
        site_name: page.label.name,
        site_logo: page.label.logo,
        site_address: page.label.address,
        site_phone: page.label.phone,
        message: page.key.message.clone(),
        guest_type: page.key.guest_type().number().into(),
        kind: page.key.kind().number().into(),
        value: page.value,
        state: page.state.number(),
        valid_from: page.key.period_restrict_from.map(to_proto),
        valid_to: page.key.period_restrict_to.map(to_proto),
        time_zone: page.time_zone,
        visits_left: page.key.visits_left().map(|left| left as i32),
        visit_ends_at: page.visit_ends.map(to_proto),
        doors: page
            .doors
            .into_iter()
            .map(|door| GuestDoor { token: door.token, name: door.name, online: door.is_online, next_opens: door.next_opens.map(encode_timestamp) })
            .collect(),
    }
}

#[tonic::async_trait]
impl GuestAccess for GuestAccessService {
    type GetGuestPassStream = BoxStream<FileChunk>;
    type GetGuestQrStream = BoxStream<FileChunk>;

    async fn list_guest_access_rules(&self, request: Request<ListGuestAccessRulesRequest>) -> Result<Response<ListGuestAccessRulesResponse>, Status> {
        let right = self.0.context.authorize::<resource::GuestKey, action::Create, _>(&request)?;
        let owner = request.get_ref().owner_id.filter(|id| *id != 0);
        let givable = givable_rules(&self.0, &right, owner).await?;
        let rule = |rule: crate::store::guest_key::GiverRuleRow| GuestAccessRule {
            id: rule.id,
            name: rule.name,
            doors: rule.doors,
            time_rules: references(rule.time_rule_ids, rule.time_rule_names),
        };
        Ok(Response::new(ListGuestAccessRulesResponse {
            items: givable.rules.into_iter().map(rule).collect(),
            max_passes_count: givable.limits.max_passes_count,
            max_period_days: givable.limits.max_period_days,
        }))
    }

    async fn get_guest_access(&self, request: Request<GetGuestAccessRequest>) -> Result<Response<GuestPage>, Status> {
        let caller = self.0.context.caller(&request)?;
        Ok(Response::new(encode_page(operation::page(&self.0, &caller.ip, &request.get_ref().key).await?)))
    }

    async fn open_guest_door(&self, request: Request<OpenGuestDoorRequest>) -> Result<Response<OpenGuestDoorResponse>, Status> {
        let caller = self.0.context.caller(&request)?;
        let request = request.into_inner();
        let opened = operation::open(&self.0, &caller.ip, &request.key, &request.device_token).await?;
        Ok(Response::new(OpenGuestDoorResponse {
            opened: true,
            visits_left: opened.visits_left.map(|left| left as i32),
            visit_ends_at: opened.visit_ends.map(to_proto),
            next_token: opened.next_token,
        }))
    }

    async fn get_guest_pass(&self, request: Request<GetGuestPassRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let caller = self.0.context.caller(&request)?;
        let pass = operation::pass(&self.0, &caller.ip, &request.get_ref().key).await?;
        Ok(Response::new(kit::download::file("key.pkpass", PASS_TYPE, &pass)))
    }

    async fn get_guest_qr(&self, request: Request<GetGuestQrRequest>) -> Result<Response<BoxStream<FileChunk>>, Status> {
        let caller = self.0.context.caller(&request)?;
        let image = operation::qr(&self.0, &caller.ip, &request.get_ref().key).await?;
        Ok(Response::new(kit::download::file("key.png", "image/png", &image)))
    }
}
