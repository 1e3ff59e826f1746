//! Forward rules.
use kit::clock::to_proto;
use kit::{Error, Mask, Result};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRules;
use proto::vestibule::telephony::v1::*;
use tonic::{Request, Response, Status};

use super::{forward_queue, reference, referenced_id};
use crate::app::App;
use crate::domain::forward_rule::ForwardRuleDraft;
use crate::operation::forward_rule as operation;
use crate::store::forward_rule::ForwardRuleRow;
use crate::store::related::TrunkNames;

pub struct ForwardRuleService(pub App);

#[tonic::async_trait]
impl ForwardRules for ForwardRuleService {
    async fn list_forward_rules(&self, request: Request<ListForwardRulesRequest>) -> Result<Response<ListForwardRulesResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let (page, trunk_names) = operation::list(&self.0, &right, &kit::list_query!(request.get_ref())).await?;
        let items = page.items.into_iter().map(|row| encode(row, &trunk_names)).collect();
        Ok(Response::new(ListForwardRulesResponse { items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_forward_rule(&self, request: Request<GetForwardRuleRequest>) -> Result<Response<ForwardRule>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(encode_one(operation::find(&self.0, &right, request.get_ref().id).await?)?))
    }

    async fn create_forward_rule(&self, request: Request<CreateForwardRuleRequest>) -> Result<Response<ForwardRule>, Status> {
        let right = self.0.context.authorize(&request)?;
        let draft = decode(request.into_inner().forward_rule.unwrap_or_default());
        Ok(Response::new(encode_one(operation::create(&self.0, &right, draft).await?)?))
    }

    async fn update_forward_rule(&self, request: Request<UpdateForwardRuleRequest>) -> Result<Response<ForwardRule>, Status> {
        let right = self.0.context.authorize(&request)?;
        let UpdateForwardRuleRequest { id, forward_rule, update_mask } = request.into_inner();
        let (draft, mask) = (decode(forward_rule.unwrap_or_default()), Mask::new(update_mask));
        Ok(Response::new(encode_one(operation::update(&self.0, &right, id, draft, &mask).await?)?))
    }

    async fn delete_forward_rule(&self, request: Request<DeleteForwardRuleRequest>) -> Result<Response<DeleteResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        let id = request.get_ref().id;
        operation::delete(&self.0, &right, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_forward_rules(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let right = self.0.context.authorize(&request)?;
        Ok(Response::new(operation::delete_many(&self.0, &right, request.into_inner().items).await?))
    }
}

fn decode(rule: ForwardRule) -> ForwardRuleDraft {
    ForwardRuleDraft { name: rule.name.trim().into(), domain_id: referenced_id(rule.domain), queues: forward_queue::decode(rule.forward_rules) }
}

fn encode_one(rules: operation::ForwardRules) -> Result<ForwardRule> {
    let operation::ForwardRules { rows, trunk_names } = rules;
    rows.into_iter().next().map(|row| encode(row, &trunk_names)).ok_or(Error::NotFound)
}

fn encode(row: ForwardRuleRow, trunk_names: &TrunkNames) -> ForwardRule {
    ForwardRule {
        id: row.id,
        name: row.name,
        domain: reference(row.domain_id, row.domain_name),
        forward_rules: forward_queue::encode(row.queues.0, trunk_names),
        sip_numbers_count: row.numbers,
        created_at: Some(to_proto(row.created_at)),
        updated_at: Some(to_proto(row.updated_at)),
        created_by_user: reference(row.created_by, Some(row.created_by_name)),
    }
}
