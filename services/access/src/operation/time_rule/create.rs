use kit::Result;
use policy::{Action, Authorized, action, resource};
use uuid::Uuid;

use super::record;
use crate::app::App;
use crate::domain::time_rule::TimeRuleDraft;
use crate::projection::project::time_zone_for_share;
use crate::store::time_rule::{self as store, TimeRuleRow};

pub async fn create(app: &App, right: &Authorized<resource::TimeRule, action::Create>, draft: TimeRuleDraft) -> Result<TimeRuleRow> {
    let caller = right.caller();
    let mut tx = app.context.database.tenant(right.project_id()).await?;
    let zone = time_zone_for_share(&mut tx, right.project_id()).await?;
    let now = app.context.clock.now();
    let row = TimeRuleRow {
        id: 0,
        link_id: Uuid::now_v7(),
        schedule: draft.validate(&zone)?.into(),
        has_own_zone: !draft.time_zone.is_empty(),
        name: draft.name.trim().into(),
        description: draft.description,
        // A schedule of somebody who manages groups belongs to the first of them; others belong to the whole project.
        domain_id: if right.scope().all { None } else { caller.domain_ids.first().copied() },
        created_by: None,
        created_by_name: String::new(),
        created_at: now,
        updated_at: now,
        rule_ids: Vec::new(),
        rule_names: Vec::new(),
    };
    let id = store::insert(&mut tx, right, &row).await?;
    let created = store::find(&mut tx, right, id).await?;
    record(app, &mut tx, caller, Action::Create, None, Some(&created)).await?;
    tx.commit().await?;
    Ok(created)
}
