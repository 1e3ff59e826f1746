//! What has to be done so that a device holds what it should.
use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::task::Kind;

/// What an item is. The numbers are those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i16)]
pub enum ItemKind {
    Identifier = 1,
    Schedule = 2,
}

impl ItemKind {
    pub fn from_number(number: i16) -> Option<ItemKind> {
        [ItemKind::Identifier, ItemKind::Schedule].into_iter().find(|kind| *kind as i16 == number)
    }

    pub fn word(self) -> &'static str {
        match self {
            ItemKind::Identifier => "identifier",
            ItemKind::Schedule => "schedule",
        }
    }
}

/// An item that the device should hold, by the hash of its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Desired {
    pub kind: ItemKind,
    pub link_id: Uuid,
    pub hash: String,
}

/// What is known of an item on the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actual {
    pub kind: ItemKind,
    pub link_id: Uuid,
    /// Of the body that it holds; none when it holds none.
    pub hash: Option<String>,
    /// Of the body that it refused: the same one is not sent again.
    pub refused: Option<String>,
}

/// An item of a task; the hash is empty for a deletion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    pub link_id: Uuid,
    pub hash: String,
}

/// A task to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    pub kind: Kind,
    pub items: Vec<Item>,
}

/// The tasks that lead from `actual` to `desired`, in the order in which they must run, each with at most
/// `chunk` items.
///
/// Identifiers go first, so that a revoked card is refused soonest, a number is free before another identifier
/// takes it, and there is room before more is written. A schedule is there before the identifiers that use it
/// and goes after them.
pub fn difference(desired: &[Desired], actual: &[Actual], chunk: usize) -> Vec<Work> {
    let held: HashMap<(ItemKind, Uuid), &Actual> = actual.iter().map(|item| ((item.kind, item.link_id), item)).collect();
    let wanted: HashMap<(ItemKind, Uuid), &Desired> = desired.iter().map(|item| ((item.kind, item.link_id), item)).collect();
    let saves = |kind: ItemKind| {
        let missing =
            desired.iter().filter(|item| item.kind == kind).filter(|item| needs_saving(item, held.get(&(item.kind, item.link_id)).copied()));
        missing.map(|item| Item { link_id: item.link_id, hash: item.hash.clone() }).collect::<Vec<_>>()
    };
    let deletes = |kind: ItemKind| {
        let surplus = actual.iter().filter(|item| item.kind == kind && item.hash.is_some() && !wanted.contains_key(&(item.kind, item.link_id)));
        surplus.map(|item| Item { link_id: item.link_id, hash: String::new() }).collect::<Vec<_>>()
    };
    let steps = [
        (Kind::IdentifiersDelete, deletes(ItemKind::Identifier)),
        (Kind::SchedulesSave, saves(ItemKind::Schedule)),
        (Kind::IdentifiersSave, saves(ItemKind::Identifier)),
        (Kind::SchedulesDelete, deletes(ItemKind::Schedule)),
    ];
    steps.into_iter().flat_map(|(kind, items)| in_chunks(kind, &items, chunk)).collect()
}

fn needs_saving(desired: &Desired, held: Option<&Actual>) -> bool {
    let Some(held) = held else { return true };
    held.hash.as_deref() != Some(&desired.hash) && held.refused.as_deref() != Some(&desired.hash)
}

fn in_chunks(kind: Kind, items: &[Item], chunk: usize) -> Vec<Work> {
    items.chunks(chunk.max(1)).map(|items| Work { kind, items: items.to_vec() }).collect()
}

#[cfg(test)]
#[path = "difference_tests.rs"]
mod tests;
