//! What was changed by hand: the plan that would bring back what a file has made, of what the file manages.
use std::collections::HashMap;

use kit_core::Result;

use crate::compare::compare;
use crate::entity::Entity;
use crate::group::{groups_of, is_within};
use crate::plan::{Action, Actor, Mode, Plan, PlanItem};
use crate::read::SiteRead;
use crate::snapshot::{Rows, SiteRow, Snapshot};
use crate::yaml::Managed;

/// The rows that a file has made, as they were in the site after it was applied: with their ids.
pub fn applied_rows(site: &SiteRead, file: &Snapshot) -> Result<Snapshot> {
    let mut applied = Snapshot::default();
    for (entity, rows) in file.iter() {
        // What was not applied is not managed either.
        let Some(here) = site.snapshot.get(entity.name) else { continue };
        applied.reset(entity);
        for row in rows.items.iter().filter_map(|row| here.by_key(&row.key)) {
            applied.insert(entity, row.clone())?;
        }
    }
    Ok(applied)
}

/// Ids of rows that the file does not have, by entity: they were there before.
pub fn other_rows(site: &SiteRead, file: &Snapshot) -> HashMap<String, Vec<i64>> {
    let others = |(entity, rows): (&Entity, &Rows)| {
        let here = site.snapshot.get(entity.name).into_iter().flat_map(|here| &here.items);
        (entity.name.to_owned(), here.filter(|row| rows.by_key(&row.key).is_none()).map(|row| row.id).collect())
    };
    file.iter().map(|(entity, rows)| others((entity, rows))).collect()
}

/// `applied` and `others`: as [`applied_rows`] and [`other_rows`] made them in this project.
pub fn plan(applied: &Snapshot, others: &HashMap<String, Vec<i64>>, site: &SiteRead, managed: &Managed) -> Result<Plan> {
    let chosen: Vec<&'static Entity> = applied.iter().map(|(entity, _)| entity).collect();
    let mut plan = compare(applied, site, &chosen, Mode::Replace, true, Actor::default())?.plan;
    let mut kept = Vec::new();
    let was_there = |item: &PlanItem| item.action == Action::Delete && others.get(item.entity.name).is_some_and(|ids| ids.contains(&item.id));
    for item in plan.items {
        if item.action != Action::Conflict && !was_there(&item) && is_managed(&item, applied, site, managed)? {
            kept.push(item);
        }
    }
    plan.counts = counts(&chosen, &kept);
    plan.items = kept;
    Ok(plan)
}

fn is_managed(item: &PlanItem, applied: &Snapshot, site: &SiteRead, managed: &Managed) -> Result<bool> {
    if managed.project {
        return Ok(true);
    }
    let before = applied.get(item.entity.name).and_then(|rows| rows.by_key(&item.key));
    let now = site.snapshot.get(item.entity.name).and_then(|rows: &Rows| rows.by_id(item.id));
    let rows: Vec<&SiteRow> = before.into_iter().chain(now).collect();
    for row in rows {
        let groups = groups_of(item.entity, row, &[applied, &site.snapshot])?;
        if groups.iter().any(|group| managed.groups.iter().any(|root| is_within(group, root))) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn counts(chosen: &[&'static Entity], items: &[PlanItem]) -> Vec<(&'static Entity, HashMap<Action, usize>)> {
    let count = |entity: &'static Entity| {
        let mut counts = HashMap::new();
        for item in items.iter().filter(|item| item.entity.name == entity.name) {
            *counts.entry(item.action).or_default() += 1;
        }
        (entity, counts)
    };
    chosen.iter().map(|entity| count(entity)).collect()
}
