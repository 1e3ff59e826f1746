use std::collections::HashMap;

use kit::{Error, Result, Tx, audit};
use policy::{Action, Resource};
use serde_json::{Value, json};
use uuid::Uuid;

use super::AdoptionRights;
use crate::app::App;
use crate::domain::access_rule::{AccessRuleDraft, DeviceLock, RuleFields};
use crate::domain::adopted_list::{AdoptedIdentifier, AdoptedSchedule, AdoptionPlan, Member, PlannedItem, PlannedState};
use crate::domain::identifier::audited_value;
use crate::operation::device_list::bump_list_versions;
use crate::projection::project::time_zone_for_share;
use crate::publish;
use crate::store::adopted_list::{self as store, AdoptingDevice};
use crate::store::{access_rule, time_rule};

/// Identifiers of a rule that its audit record names.
const MAX_AUDITED: usize = 500;

/// Writes what the plan creates; returns the version of the device's list afterwards.
pub async fn apply(app: &App, tx: &mut Tx, rights: &AdoptionRights, device_id: i64, device: &AdoptingDevice, plan: &AdoptionPlan) -> Result<i64> {
    let (caller, now) = (rights.caller(), app.context.clock.now());
    let project_id = caller.project_id;
    // No schedule is written by a zone that is just changing.
    time_zone_for_share(tx, project_id).await?;
    let mut schedule_ids = known_schedules(plan);
    for schedule in &plan.schedules {
        schedule_ids.insert(schedule.link_id, insert_schedule(app, tx, rights, schedule).await?);
    }
    let ids = store::insert_all(tx, &rights.identifiers, device.domain_id, &plan.identifiers, now).await?;
    publish::identifiers_adopted(tx, project_id, &ids, &plan.identifiers).await?;
    let created = ids.iter().zip(&plan.identifiers);
    let changes =
        created.map(|(id, one)| audit::Change::new(Action::Create, Resource::Identifier, *id, &one.name, Value::Null, identifier_view(one)));
    audit::record_all(tx, &app.context.clock, caller, changes).await?;
    for rule in &plan.rules {
        let mut time_rules: Vec<i64> = rule.schedules.iter().filter_map(|link| schedule_ids.get(link).copied()).collect();
        time_rules.sort_unstable();
        let identifier = |member: &Member| match member {
            Member::Known(id) => Some(*id),
            Member::Created(position) => ids.get(*position).copied(),
        };
        let draft = AccessRuleDraft {
            fields: RuleFields { name: rule.name.clone(), description: None, prohibition: false, is_shareable: false },
            devices: rule.locks.iter().map(|lock| DeviceLock { id: device_id, lock_number: *lock }).collect(),
            time_rules,
            identifiers: rule.members.iter().filter_map(identifier).collect(),
            ..AccessRuleDraft::default()
        };
        let id = access_rule::insert(tx, &rights.rules, &draft, now).await?;
        let change = audit::Change::new(Action::Create, Resource::AccessRule, id, &rule.name, Value::Null, rule_view(&draft));
        audit::record(tx, &app.context.clock, caller, change).await?;
    }
    bump_list_versions(tx, project_id, vec![device_id]).await?;
    Ok(store::find_device(tx, project_id, device_id).await?.list_version)
}

/// Ids of the schedules that are there already, by link id.
fn known_schedules(plan: &AdoptionPlan) -> HashMap<Uuid, i64> {
    let known = |item: &PlannedItem| match (item.schedule_link(), item.state) {
        (Some(link), PlannedState::Known(id)) => Some((link, id)),
        _ => None,
    };
    plan.items.iter().filter_map(known).collect()
}

async fn insert_schedule(app: &App, tx: &mut Tx, rights: &AdoptionRights, adopted: &AdoptedSchedule) -> Result<i64> {
    let right = rights.schedules.as_ref().ok_or(Error::Forbidden)?;
    let caller = right.caller();
    let now = app.context.clock.now();
    let row = time_rule::TimeRuleRow {
        id: 0,
        link_id: adopted.link_id,
        name: adopted.name.clone(),
        description: None,
        schedule: adopted.schedule.clone().into(),
        // The device's clock goes by the project's zone.
        has_own_zone: false,
        domain_id: if right.scope().all { None } else { caller.domain_ids.first().copied() },
        created_by: None,
        created_by_name: String::new(),
        created_at: now,
        updated_at: now,
        rule_ids: Vec::new(),
        rule_names: Vec::new(),
    };
    let id = time_rule::insert(tx, right, &row).await?;
    let view = json!({ "name": adopted.name, "description": Value::Null, "schedule": adopted.schedule });
    let change = audit::Change::new(Action::Create, Resource::TimeRule, id, &adopted.name, Value::Null, view);
    audit::record(tx, &app.context.clock, caller, change).await?;
    Ok(id)
}

fn identifier_view(adopted: &AdoptedIdentifier) -> Value {
    json!({
        "name": adopted.name,
        "type": adopted.kind.as_str(),
        "value": audited_value(adopted.kind, &adopted.value),
        "is_active": true,
        "period_restrict_from": adopted.valid_from.map(|at| at.to_string()),
        "period_restrict_to": adopted.valid_to.map(|at| at.to_string()),
        "passes_restrict_max_count": adopted.passes,
    })
}

fn rule_view(draft: &AccessRuleDraft) -> Value {
    let mut draft = draft.clone();
    draft.identifiers.truncate(MAX_AUDITED);
    kit::entity_fields::audit_view(&draft)
}
