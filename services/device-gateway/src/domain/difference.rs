//! The difference between the items that a device should hold and those that it holds.
use std::collections::HashMap;

use uuid::Uuid;

use super::item::{ActualItem, DesiredItem, ItemKind};
use super::task::{PlannedTask, TaskItem, TaskKind};

/// What one command may carry.
#[derive(Clone, Copy, Debug)]
pub struct ChunkLimits {
    pub items: usize,
    /// Of the items' bodies. An item that is larger by itself is a command of its own.
    pub bytes: usize,
}

/// The tasks that lead from `actual` to `desired`, in the order in which they must run, each within `limits`.
///
/// Identifiers go first, so that a revoked card is refused soonest, a number is free before another identifier
/// takes it, and there is room before more is written. A schedule is there before the identifiers that use it
/// and goes after them.
pub fn difference(desired: &[DesiredItem], actual: &[ActualItem], limits: ChunkLimits) -> Vec<PlannedTask> {
    let held: HashMap<(ItemKind, Uuid), &ActualItem> = actual.iter().map(|item| ((item.kind, item.link_id), item)).collect();
    let wanted: HashMap<(ItemKind, Uuid), &DesiredItem> = desired.iter().map(|item| ((item.kind, item.link_id), item)).collect();
    let saves = |kind: ItemKind| {
        let missing =
            desired.iter().filter(|item| item.kind == kind).filter(|item| needs_saving(item, held.get(&(item.kind, item.link_id)).copied()));
        missing.map(|item| (TaskItem { link_id: item.link_id, hash: item.hash.clone() }, item.size)).collect::<Vec<_>>()
    };
    let deletes = |kind: ItemKind| {
        let surplus = actual.iter().filter(|item| item.kind == kind && item.hash.is_some() && !wanted.contains_key(&(item.kind, item.link_id)));
        surplus.map(|item| (TaskItem { link_id: item.link_id, hash: String::new() }, 0)).collect::<Vec<_>>()
    };
    let steps = [
        (TaskKind::IdentifiersDelete, deletes(ItemKind::Identifier)),
        (TaskKind::SchedulesSave, saves(ItemKind::Schedule)),
        (TaskKind::IdentifiersSave, saves(ItemKind::Identifier)),
        (TaskKind::SchedulesDelete, deletes(ItemKind::Schedule)),
    ];
    steps.into_iter().flat_map(|(kind, items)| in_chunks(kind, items, limits)).collect()
}

fn needs_saving(desired: &DesiredItem, held: Option<&ActualItem>) -> bool {
    let Some(held) = held else { return true };
    held.hash.as_deref() != Some(&desired.hash) && held.refused.as_deref() != Some(&desired.hash)
}

fn in_chunks(kind: TaskKind, items: Vec<(TaskItem, usize)>, limits: ChunkLimits) -> Vec<PlannedTask> {
    let mut tasks: Vec<PlannedTask> = Vec::new();
    let mut bytes = 0_usize;
    for (item, size) in items {
        match tasks.last_mut().filter(|task| task.items.len() < limits.items && bytes.saturating_add(size) <= limits.bytes) {
            Some(task) => {
                task.items.push(item);
                bytes += size;
            }
            None => {
                tasks.push(PlannedTask { kind, items: vec![item] });
                bytes = size;
            }
        }
    }
    tasks
}

#[cfg(test)]
#[path = "difference_tests.rs"]
mod tests;
