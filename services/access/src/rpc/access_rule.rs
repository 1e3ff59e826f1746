//! Access rules.
use kit::late::{self, Kept};
use kit::{Context, Error, Fields, Mask, Result, audit};
use policy::{Action, Caller, Resource, action, resource};
use proto::vestibule::access::v1::access_rules_server::AccessRules;
use proto::vestibule::access::v1::*;
use proto::vestibule::common::v1::{DeleteAllRequest, DeleteAllResponse, DeleteResponse};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::{Request, Response, Status};

use crate::store::access_rule::{self as store, Head, Relation, Row};
use crate::store::{affected, ids, related};

/// Entries of each kind that one rule may name; groups name more people than that.
const MAX_NAMED: usize = 500;
const MAX_LOCK: i32 = 8;

pub struct Api {
    context: Context,
}

impl Api {
    pub fn new(context: &Context) -> Self {
        Api { context: context.clone() }
    }

    async fn create(&self, caller: Caller, rule: AccessRule) -> Result<AccessRule> {
        let right = caller.authorize::<resource::AccessRule, action::Create>()?;
        check(&rule)?;
        self.settle(&caller, &rule).await?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        self.relate(&mut tx, &caller, &rule, None).await?;
        let id = store::insert(&mut tx, &right, &self.head(&rule)).await?;
        save_relations(&mut tx, right.project_id(), id, &rule).await?;
        affected::touch(&mut tx, right.project_id(), rule.devices.iter().map(|device| device.id).collect()).await?;
        let view = caller.authorize::<resource::AccessRule, action::View>()?;
        let made = store::find(&mut tx, &view, id, false).await?;
        self.audit(&mut tx, &caller, Action::Create, None, Some(&made)).await?;
        tx.commit().await?;
        Ok(made.into_api())
    }

    async fn update(&self, caller: Caller, request: UpdateAccessRuleRequest) -> Result<AccessRule> {
        let right = caller.authorize::<resource::AccessRule, action::Edit>()?;
        if let Some(named) = &request.access_rule {
            self.settle(&caller, named).await?;
        }
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let before = store::find(&mut tx, &right, request.id, true).await?;
        may_change(&mut tx, &caller, request.id).await?;
        let (mask, new) = (Mask::new(request.update_mask), request.access_rule.unwrap_or_default());
        let merged = merge(before.clone().into_api(), new, &mask);
        check(&merged)?;
        self.relate(&mut tx, &caller, &merged, Some(&before)).await?;
        let mut devices = before.device_ids.clone();
        store::update(&mut tx, &right, request.id, &self.head(&merged)).await?;
        save_relations(&mut tx, right.project_id(), request.id, &merged).await?;
        devices.extend(merged.devices.iter().map(|device| device.id));
        affected::touch(&mut tx, right.project_id(), devices).await?;
        let after = store::find(&mut tx, &right, request.id, false).await?;
        self.audit(&mut tx, &caller, Action::Edit, Some(&before), Some(&after)).await?;
        tx.commit().await?;
        Ok(after.into_api())
    }

    async fn delete(&self, caller: &Caller, id: i64) -> Result<()> {
        let right = caller.authorize::<resource::AccessRule, action::Delete>()?;
        let mut tx = self.context.database.tenant(right.project_id()).await?;
        let row = store::find(&mut tx, &right, id, true).await?;
        may_change(&mut tx, caller, id).await?;
        store::delete(&mut tx, &right, id).await?;
        affected::touch(&mut tx, right.project_id(), row.device_ids.clone()).await?;
        self.audit(&mut tx, caller, Action::Delete, Some(&row), None).await?;
        Ok(tx.commit().await?)
    }

    /// What the rule names may have been made a moment ago.
    async fn settle(&self, caller: &Caller, rule: &AccessRule) -> Result<()> {
        let devices: Vec<i64> = rule.devices.iter().map(|device| device.id).collect();
        late::settle(&self.context, caller, Kept::Device, "doors", &devices).await?;
        late::settle(&self.context, caller, Kept::User, "people", &ids(&rule.users)).await?;
        late::settle(&self.context, caller, Kept::Group, late::GROUPS, &ids(&rule.domains)).await
    }

    /// What the rule names must be the caller's to see; what it named already may stay.
    async fn relate(&self, tx: &mut PgConnection, caller: &Caller, rule: &AccessRule, before: Option<&Row>) -> Result<()> {
        let new = |ids: Vec<i64>, known: Option<&Vec<i64>>| -> Vec<i64> {
            ids.into_iter().filter(|id| !known.is_some_and(|known| known.contains(id))).collect()
        };
        let mut devices: Vec<i64> = rule.devices.iter().map(|device| device.id).collect();
        devices.sort_unstable();
        devices.dedup();
        related::devices(tx, caller, &new(devices, before.map(|b| &b.device_ids))).await?;
        kit::related::users(tx, caller, &new(ids(&rule.users), before.map(|b| &b.user_ids))).await?;
        kit::related::groups(tx, caller, &new(ids(&rule.domains), before.map(|b| &b.group_ids))).await?;
        related::identifiers(tx, caller, &new(ids(&rule.identifiers), before.map(|b| &b.identifier_ids))).await?;
        related::time_rules(tx, caller, &new(ids(&rule.time_rules), before.map(|b| &b.time_rule_ids))).await
    }

    fn head<'a>(&self, rule: &'a AccessRule) -> Head<'a> {
        Head {
            name: rule.name.trim(),
            description: rule.description.as_deref(),
            prohibition: rule.prohibition,
            is_shareable: rule.is_shareable,
            at: self.context.clock.now(),
        }
    }

    async fn audit(&self, tx: &mut PgConnection, caller: &Caller, action: Action, before: Option<&Row>, after: Option<&Row>) -> Result<()> {
        let Some(subject) = after.or(before) else { return Ok(()) };
        let change = audit::Change::new(action, Resource::AccessRule, subject.id, &subject.name, record(before), record(after));
        audit::record(tx, &self.context.clock, caller, change).await
    }
}

/// Nobody changes a rule that opens doors beyond their reach: they could let themselves in there.
pub(crate) async fn may_change(tx: &mut PgConnection, caller: &Caller, rule: i64) -> Result<()> {
    let right = caller.authorize::<resource::AccessRule, action::View>()?;
    let row = match store::find(tx, &right, rule, false).await {
        Err(Error::NotFound) => return Err(Error::InvalidRelated { names: vec![format!("access rule {rule}")] }),
        row => row?,
    };
    let reached = related::devices_in_reach(tx, caller, &row.device_ids).await?;
    if row.device_ids.iter().all(|id| reached.contains(id)) { Ok(()) } else { Err(Error::Forbidden) }
}

fn check(rule: &AccessRule) -> Result<()> {
    let mut fields = Fields::new();
    fields.text("name", &rule.name, 100);
    fields.optional_text("description", rule.description.as_deref(), 1000);
    fields.check(!rule.devices.is_empty(), "devices", "access rule must have a device");
    for (i, device) in rule.devices.iter().enumerate() {
        fields.range(&format!("devices[{i}].lock_number"), device.lock_number, 0, MAX_LOCK);
    }
    let counts = [
        ("devices", rule.devices.len()),
        ("users", rule.users.len()),
        ("identifiers", rule.identifiers.len()),
        ("domains", rule.domains.len()),
        ("time_rules", rule.time_rules.len()),
    ];
    for (field, count) in counts {
        fields.check(count <= MAX_NAMED, field, "too many items: use groups");
    }
    fields.finish()
}

fn merge(mut old: AccessRule, new: AccessRule, mask: &Mask) -> AccessRule {
    macro_rules! take {
        ($($field:ident),+ $(,)?) => { $(mask.apply(stringify!($field), &mut old.$field, new.$field);)+ };
    }
    take!(name, description, devices, time_rules, users, identifiers, domains, prohibition, is_shareable);
    old
}

async fn save_relations(tx: &mut PgConnection, project_id: i64, rule: i64, sent: &AccessRule) -> Result<()> {
    let doors: Vec<(i64, i32)> = sent.devices.iter().map(|device| (device.id, device.lock_number)).collect();
    store::set_doors(tx, project_id, rule, &doors).await?;
    store::set(tx, project_id, rule, Relation::Users, &ids(&sent.users)).await?;
    store::set(tx, project_id, rule, Relation::Groups, &ids(&sent.domains)).await?;
    store::set(tx, project_id, rule, Relation::Identifiers, &ids(&sent.identifiers)).await?;
    store::set(tx, project_id, rule, Relation::TimeRules, &ids(&sent.time_rules)).await
}

fn record(row: Option<&Row>) -> Value {
    row.map_or(Value::Null, |row| {
        let doors: Vec<Value> = row.device_ids.iter().zip(&row.device_locks).map(|(id, lock)| json!({ "id": id, "lock_number": lock })).collect();
        json!({
            "name": row.name, "description": row.description, "prohibition": row.prohibition, "is_shareable": row.is_shareable, "devices": doors,
            "time_rules": row.time_rule_ids, "users": row.user_ids, "identifiers": row.identifier_ids, "domains": row.group_ids,
        })
    })
}

#[tonic::async_trait]
impl AccessRules for Api {
    async fn list_access_rules(&self, request: Request<ListAccessRulesRequest>) -> Result<Response<ListAccessRulesResponse>, Status> {
        let right = self.context.caller(&request)?.authorize::<resource::AccessRule, action::View>().map_err(Error::from)?;
        let request = request.into_inner();
        let mut reader = self.context.database.read(right.project_id()).await?;
        let page = store::list(&mut reader, &right, &kit::list_query!(request)).await?.map(Row::into_api);
        Ok(Response::new(ListAccessRulesResponse { items: page.items, total: page.total, page: page.page, size: page.size }))
    }

    async fn get_access_rule(&self, request: Request<GetAccessRuleRequest>) -> Result<Response<AccessRule>, Status> {
        let right = self.context.caller(&request)?.authorize::<resource::AccessRule, action::View>().map_err(Error::from)?;
        let mut reader = self.context.database.read(right.project_id()).await?;
        Ok(Response::new(store::find(&mut reader, &right, request.into_inner().id, false).await?.into_api()))
    }

    async fn create_access_rule(&self, request: Request<CreateAccessRuleRequest>) -> Result<Response<AccessRule>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.create(caller, request.into_inner().access_rule.unwrap_or_default()).await?))
    }

    async fn update_access_rule(&self, request: Request<UpdateAccessRuleRequest>) -> Result<Response<AccessRule>, Status> {
        let caller = self.context.caller(&request)?;
        Ok(Response::new(self.update(caller, request.into_inner()).await?))
    }

    async fn delete_access_rule(&self, request: Request<DeleteAccessRuleRequest>) -> Result<Response<DeleteResponse>, Status> {
        let caller = self.context.caller(&request)?;
        let id = request.into_inner().id;
        self.delete(&caller, id).await?;
        Ok(Response::new(DeleteResponse { id }))
    }

    async fn delete_all_access_rules(&self, request: Request<DeleteAllRequest>) -> Result<Response<DeleteAllResponse>, Status> {
        let caller = self.context.caller(&request)?;
        caller.authorize::<resource::AccessRule, action::Delete>().map_err(Error::from)?;
        Ok(Response::new(kit::bulk::each(request.into_inner().items, |id| self.delete(&caller, id)).await?))
    }
}
