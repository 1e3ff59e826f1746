//! Access rules.
use kit::clock::to_proto;
use kit::{Mask, Result};
use policy::{ActionKind, Authorized, action, resource};
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use tonic::{Request, Response, Status};

use super::{ids, reference, references};
use crate::app::App;
use crate::domain::access_rule::{AccessRuleDraft, DeviceLock, Members, RuleFields};
use crate::operation::access_rule as operation;
use crate::store::access_rule::AccessRuleRow;

pub struct AccessRulesService(pub App);

impl AccessRulesService {
    fn authorize<A: ActionKind, T>(&self, request: &Request<T>) -> Result<Authorized<resource::AccessRule, A>> {
        self.0.context.authorize(request)
    }
}

pub(super) fn decode(rule: Option<AccessRule>) -> AccessRuleDraft {
    let rule = rule.unwrap_or_default();
    AccessRuleDraft {
        devices: rule.devices.iter().map(|device| DeviceLock { id: device.id, lock_number: device.lock_number }).collect(),
        time_rules: ids(&rule.time_rules),
        users: ids(&rule.users),
        identifiers: ids(&rule.identifiers),
        groups: ids(&rule.domains),
        fields: RuleFields { name: rule.name, description: rule.description, prohibition: rule.prohibition, is_shareable: rule.is_shareable },
    }
}

fn encode(row: AccessRuleRow) -> AccessRule {
    let devices = row.device_ids.into_iter().zip(row.device_names).zip(row.device_locks);
    AccessRule {
        id: row.id,
        name: row.name,
        description: row.description,
        devices: devices.map(|((id, name), lock_number)| RuleDevice { id, name, lock_number }).collect(),
        time_rules: references(row.time_rule_ids, row.time_rule_names),
        users: references(row.user_ids, row.user_names),
        identifiers: references(row.identifier_ids, row.identifier_names),
        domains: references(row.group_ids, row.group_names),
        prohibition: row.prohibition,
        is_shareable: row.is_shareable,
        created_by_user: reference(row.created_by, row.created_by_name),
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
    }
}

#[tonic::async_trait]
impl AccessRules for AccessRulesService {
    async fn list_access_rules(&self, request: Request<ListAccessRulesRequest>) -> Result<Response<ListAccessRulesResponse>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        let request = request.into_inner();
        let page = operation::list(&self.0, &right, &kit::list_query!(request), Members::of_request(request.whole)).await?.map(encode);
        Ok(Response::new(ListAccessRulesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_access_rule(&self, request: Request<GetAccessRuleRequest>) -> Result<Response<AccessRule>, Status> {
        let right = self.authorize::<action::View, _>(&request)?;
        Ok(Response::new(encode(operation::find(&self.0, &right, request.into_inner().id).await?)))
    }

    async fn create_access_rule(&self, request: Request<CreateAccessRuleRequest>) -> Result<Response<AccessRule>, Status> {
        let right = self.authorize::<action::Create, _>(&request)?;
        let draft = decode(request.into_inner().access_rule);
        Ok(Response::new(encode(operation::create(&self.0, &right, draft).await?)))
    }

    async fn update_access_rule(&self, request: Request<UpdateAccessRuleRequest>) -> Result<Response<AccessRule>, Status> {
        let right = self.authorize::<action::Edit, _>(&request)?;
        let request = request.into_inner();
        let (draft, mask, members) = (decode(request.access_rule), Mask::new(request.update_mask), Members::of_request(request.whole));
        Ok(Response::new(encode(operation::update(&self.0, &right, request.id, draft, &mask, members).await?)))
    }

    async fn delete_access_rule(&self, request: Request<DeleteAccessRuleRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        let id = request.into_inner().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_access_rules(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.authorize::<action::Delete, _>(&request)?;
        Ok(Response::new(operation::delete_all(&self.0, &right, request.into_inner().items).await?))
    }
}
