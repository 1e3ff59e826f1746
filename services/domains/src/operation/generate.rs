//! Groups in bulk: a plan, which saves nothing, and a plan that is saved.
use std::collections::HashMap;

use kit::audit::{self, Change};
use kit::{Context, Result, tree};
use policy::{Action, Resource, action};
use proto::vestibule::domains::v1::{GroupKind, GroupPlan, PlanCounts, PlanGroupsRequest, PlannedGroup};
use serde_json::{Value, json};
use sqlx::PgConnection;

use crate::domain::generation::{self, Parameters, Planned};
use crate::domain::new_group::NewGroup;
use crate::domain::reach::{self, Proof};
use crate::domain::settings::general::General;
use crate::store::{group, group_type, new_group, settings, tree_lock};

pub async fn plan(context: &Context, proof: &Proof<action::Create>, request: &PlanGroupsRequest) -> Result<GroupPlan> {
    let mut reader = context.database.read(proof.project_id()).await?;
    let within = kind_within(&mut reader, proof, request.id).await?;
    let general: General = settings::get(&mut reader, proof.project_id()).await?;
    let types = group_type::of_each_kind(&mut reader, proof.project_id()).await?.named_in(&general.locale);
    let parameters = Parameters::check(request, within, &types)?;
    let taken = new_group::taken(&mut reader, proof.project_id(), request.id).await?;
    let planned = generation::plan(&parameters, &types, &taken, group::ADDRESS_TAKEN);
    Ok(GroupPlan { counts: Some(counts(&planned)), items: planned.into_iter().map(into_api).collect() })
}

/// Everything or nothing. Answers how many were made.
pub async fn save(context: &Context, proof: &Proof<action::Create>, id: i64, items: Vec<PlannedGroup>) -> Result<usize> {
    let mut tx = context.database.tenant(proof.project_id()).await?;
    tree_lock::shared(&mut tx, proof.project_id()).await?;
    kind_within(&mut tx, proof, id).await?;
    let kinds = group_type::kinds(&mut tx, proof.project_id()).await?;
    let taken = new_group::taken(&mut tx, proof.project_id(), id).await?;
    let groups = generation::check(items, id, &kinds, &taken, group::ADDRESS_TAKEN)?;
    let ids = new_group::allocate(&mut tx, groups.len()).await?;
    new_group::insert_all(&mut tx, proof, &groups, &ids, context.clock.now()).await?;
    let made = ids.iter().zip(&groups).map(|(id, group)| Change::new(Action::Create, Resource::Group, *id, &group.name, Value::Null, audited(group)));
    audit::record_all(&mut tx, &context.clock, proof.caller(), made).await?;
    tx.commit().await?;
    Ok(ids.len())
}

/// The kind of the group that is generated in, which must be in reach; None without a type.
async fn kind_within(connection: &mut PgConnection, proof: &Proof<action::Create>, id: i64) -> Result<Option<GroupKind>> {
    let path = tree::path(connection, id).await?;
    reach::check(proof, &path)?;
    group_type::kind_of_group(connection, proof.project_id(), id).await
}

pub fn audited(group: &NewGroup) -> Value {
    json!({ "name": group.name, "domain_type_id": group.domain_type_id, "logic_address": group.logic_address })
}

fn counts(planned: &[Planned]) -> PlanCounts {
    let mut of: HashMap<GroupKind, i32> = HashMap::new();
    for group in planned {
        *of.entry(group.kind).or_default() += 1;
    }
    let count = |kind| of.get(&kind).copied().unwrap_or_default();
    PlanCounts {
        buildings: count(GroupKind::Building),
        units: count(GroupKind::Unit),
        floors: count(GroupKind::Floor),
        apartments: count(GroupKind::Apartment),
        obstacles: planned.iter().filter(|group| group.obstacle.is_some()).count() as i32,
    }
}

fn into_api(group: Planned) -> PlannedGroup {
    let Planned { key, parent_key, name, domain_type_id, logic_address, obstacle, .. } = group;
    PlannedGroup { key, parent_key, name, domain_type_id, logic_address: Some(logic_address), obstacle }
}
