//! The difference between the items that a device should hold and those that it holds.
use std::collections::HashMap;

use uuid::Uuid;

use super::item::{ActualItem, DesiredItem, ItemKind};
use super::task::{PlannedTask, TaskItem, TaskKind};

/// The tasks that lead from `actual` to `desired`, in the order in which they must run, each with at most
/// `chunk` items.
///
/// Identifiers go first, so that a revoked card is refused soonest, a number is free before another identifier
/// takes it, and there is room before more is written. A schedule is there before the identifiers that use it
/// and goes after them.
pub fn difference(desired: &[DesiredItem], actual: &[ActualItem], chunk: usize) -> Vec<PlannedTask> {
    let held: HashMap<(ItemKind, Uuid), &ActualItem> = actual.iter().map(|item| ((item.kind, item.link_id), item)).collect();
    let wanted: HashMap<(ItemKind, Uuid), &DesiredItem> = desired.iter().map(|item| ((item.kind, item.link_id), item)).collect();
    let saves = |kind: ItemKind| {
        let missing =
            desired.iter().filter(|item| item.kind == kind).filter(|item| needs_saving(item, held.get(&(item.kind, item.link_id)).copied()));
        missing.map(|item| TaskItem { link_id: item.link_id, hash: item.hash.clone() }).collect::<Vec<_>>()
    };
    let deletes = |kind: ItemKind| {
        let surplus = actual.iter().filter(|item| item.kind == kind && item.hash.is_some() && !wanted.contains_key(&(item.kind, item.link_id)));
        surplus.map(|item| TaskItem { link_id: item.link_id, hash: String::new() }).collect::<Vec<_>>()
    };
    let steps = [
        (TaskKind::IdentifiersDelete, deletes(ItemKind::Identifier)),
        (TaskKind::SchedulesSave, saves(ItemKind::Schedule)),
        (TaskKind::IdentifiersSave, saves(ItemKind::Identifier)),
        (TaskKind::SchedulesDelete, deletes(ItemKind::Schedule)),
    ];
    steps.into_iter().flat_map(|(kind, items)| in_chunks(kind, &items, chunk)).collect()
}

fn needs_saving(desired: &DesiredItem, held: Option<&ActualItem>) -> bool {
    let Some(held) = held else { return true };
    held.hash.as_deref() != Some(&desired.hash) && held.refused.as_deref() != Some(&desired.hash)
}

fn in_chunks(kind: TaskKind, items: &[TaskItem], chunk: usize) -> Vec<PlannedTask> {
    items.chunks(chunk.max(1)).map(|items| PlannedTask { kind, items: items.to_vec() }).collect()
}

#[cfg(test)]
#[path = "difference_tests.rs"]
mod tests;
