//! Forward rules that several numbers pick.
use forwarding::Queue;
use kit::late::{self, Kept};
use kit::{Context, Error, Fields, Mask, Result, Tx, audit, tree};
use policy::{Action, Caller, Resource, Scope, action, resource};
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use proto::vestibule::telephony::v1::forward_rules_server::ForwardRules;
use proto::vestibule::telephony::v1::*;
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use crate::domain::forward;
use crate::operation::sip_number::relate_queues;
use crate::store::forward_rule::{self as store, Head, Row};
use crate::store::{features, related};

const MAX_NAME: usize = 100;
/// Numbers that a refusal names.
const MAX_NAMED: i64 = 20;

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn create(&self, caller: Caller, sent: ForwardRule) -> Result<ForwardRule> {
        let right = caller.authorize::<resource::ForwardRule, action::Create>()?;
        let new = head(sent);
        check(&new)?;
        self.settle(&caller, &new).await?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        features::require(&mut tx, right.project_id(), features::SIP).await?;
        relate(&mut tx, &caller, right.scope(), None, &new).await?;
        let id = store::insert(&mut tx, &right, &new, self.context.clock.now()).await?;
        self.audit(&mut tx, &caller, Action::Create, id, (None, Some(&new))).await?;
        self.answer(tx, right.project_id(), id).await
    }

    async fn update(&self, caller: Caller, request: UpdateForwardRuleRequest) -> Result<ForwardRule> {
        let right = caller.authorize::<resource::ForwardRule, action::Edit>()?;
        let (mask, sent) = (Mask::new(request.update_mask), head(request.forward_rule.unwrap_or_default()));
        self.settle(&caller, &sent).await?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        features::require(&mut tx, right.project_id(), features::SIP).await?;
        let row = store::find(&mut tx, &right, request.id, true).await?;
        may_change(&mut tx, right.scope(), &row).await?;
        let before = Head { name: row.name, domain_id: row.domain_id, queues: row.queues.0 };
        let mut after = before.clone();
        mask.apply("name", &mut after.name, sent.name);
        mask.apply("domain", &mut after.domain_id, sent.domain_id);
        mask.apply("forward_rules", &mut after.queues, sent.queues);
        check(&after)?;
        relate(&mut tx, &caller, right.scope(), Some(&before), &after).await?;
        store::update(&mut tx, &right, request.id, &after, self.context.clock.now()).await?;
        self.audit(&mut tx, &caller, Action::Edit, request.id, (Some(&before), Some(&after))).await?;
        self.answer(tx, right.project_id(), request.id).await
    }

    async fn delete(&self, caller: &Caller, id: i64) -> Result<()> {
        let right = caller.authorize::<resource::ForwardRule, action::Delete>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let row = store::find(&mut tx, &right, id, true).await?;
        may_change(&mut tx, right.scope(), &row).await?;
        let numbers = store::numbers(&mut tx, id, MAX_NAMED).await?;
        if !numbers.is_empty() {
            let message = "the forward rule is used by numbers".into();
            return Err(Error::Conflict { code: "in_use", message, data: json!({ "names": numbers }) });
        }
        store::delete(&mut tx, &right, id).await?;
        let before = Head { name: row.name, domain_id: row.domain_id, queues: row.queues.0 };
        self.audit(&mut tx, caller, Action::Delete, id, (Some(&before), None)).await?;
        Ok(tx.commit().await?)
    }

    /// The group may have been made a moment ago.
    async fn settle(&self, caller: &Caller, head: &Head) -> Result<()> {
        let group: Vec<i64> = head.domain_id.into_iter().collect();
        late::settle(&self.context, caller, Kept::Group, late::GROUPS, &group).await
    }

    async fn answer(&self, mut tx: Tx, project_id: i64, id: i64) -> Result<ForwardRule> {
        let row = store::read(&mut tx, project_id, id).await?;
        let answer = into_api(&mut tx, project_id, vec![row]).await?;
        tx.commit().await?;
        answer.into_iter().next().ok_or(Error::NotFound)
    }

    async fn audit(&self, tx: &mut PgConnection, caller: &Caller, action: Action, id: i64, states: (Option<&Head>, Option<&Head>)) -> Result<()> {
        let record = |head: Option<&Head>| {
            head.map_or(Value::Null, |head| json!({ "name": head.name, "domain": head.domain_id, "forward_rules": head.queues }))
        };
        let name = states.1.or(states.0).map(|head| head.name.as_str()).unwrap_or_default();
        let change = audit::Change::new(action, Resource::ForwardRule, id, name, record(states.0), record(states.1));
        audit::record(tx, &self.context.clock, caller, change).await
    }
}

fn head(rule: ForwardRule) -> Head {
    Head {
        name: rule.name.trim().into(),
        domain_id: rule.domain.map(|group| group.id).filter(|id| *id != 0),
        queues: rule.forward_rules.into_iter().map(Queue::from_api).collect(),
    }
}

fn check(head: &Head) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("name", &head.name, MAX_NAME);
    forwarding::check_needed(&mut fields, "forward_rules", &head.queues);
    fields.finish()
}

/// A rule of the whole project is there to be picked by all, and changed by those who manage the project.
async fn may_change(connection: &mut PgConnection, scope: &Scope, row: &Row) -> Result<()> {
    let is_allowed = match row.domain_id {
        _ if scope.all || row.created_by == Some(scope.user_id) => true,
        Some(group) => tree::covers(connection, scope, group).await?,
        None => false,
    };
    if is_allowed { Ok(()) } else { Err(Error::Forbidden) }
}

/// The group must be in reach, and what the queues name visible; what was named already may stay.
async fn relate(tx: &mut PgConnection, caller: &Caller, reach: &Scope, before: Option<&Head>, after: &Head) -> Result<()> {
    if before.is_none_or(|before| before.domain_id != after.domain_id) {
        match after.domain_id {
            None if reach.all => {}
            None => return Err(Error::field("domain", "required")),
            Some(group) if tree::covers(tx, reach, group).await? => {}
            Some(group) => return Err(Error::InvalidRelated { names: vec![format!("group {group}")] }),
        }
    }
    relate_queues(tx, caller, before.map(|before| before.queues.as_slice()).unwrap_or_default(), &after.queues).await
}

async fn into_api(connection: &mut PgConnection, project_id: i64, rows: Vec<Row>) -> Result<Vec<ForwardRule>> {
    let named: Vec<i64> = rows.iter().flat_map(|row| forward::trunks(&row.queues)).collect();
    let trunks = related::trunk_names(connection, project_id, &named).await?;
    Ok(rows.into_iter().map(|row| row.into_api(&trunks)).collect())
}

#[tonic::async_trait]
impl ForwardRules for Api {
    async fn list_forward_rules(&self, request: Request<ListForwardRulesRequest>) -> Result<Response<ListForwardRulesResponse>, Status> {
        let right = self.context.authorize::<resource::ForwardRule, action::View, _>(&request)?;
        let request = request.into_inner();
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = store::list(&mut reader, &right, &kit::list_query!(request)).await?;
        let items = into_api(&mut reader, right.project_id(), page.items).await?;
        Ok(Response::new(ListForwardRulesResponse { items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_forward_rule(&self, request: Request<GetForwardRuleRequest>) -> Result<Response<ForwardRule>, Status> {
        let right = self.context.authorize::<resource::ForwardRule, action::View, _>(&request)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        let row = store::find(&mut reader, &right, request.into_inner().id, false).await?;
        let answer = into_api(&mut reader, right.project_id(), vec![row]).await?.pop();
        Ok(Response::new(answer.ok_or(Error::NotFound)?))
    }

    async fn create_forward_rule(&self, request: Request<CreateForwardRuleRequest>) -> Result<Response<ForwardRule>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.create(caller, request.into_inner().forward_rule.unwrap_or_default()).await?))
    }

    async fn update_forward_rule(&self, request: Request<UpdateForwardRuleRequest>) -> Result<Response<ForwardRule>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.update(caller, request.into_inner()).await?))
    }

    async fn delete_forward_rule(&self, request: Request<DeleteForwardRuleRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let id = request.into_inner().id;
        self.delete(&caller, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_forward_rules(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.context.caller(&request)?;
        caller.authorize::<resource::ForwardRule, action::Delete>().map_err(Error::from)?;
        Ok(Response::new(kit::bulk::each(request.into_inner().items, |id| self.delete(&caller, id)).await?))
    }
}
