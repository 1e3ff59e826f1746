//! Where the fields of a message stand on the wire. JSON wants them in the plan's order, elements
//! of a list together and the last value of a single field; the wire promises none of that.

use super::wire::{self, Payload};
use crate::error::Malformed;
use crate::plan::Message;

/// One memory for all levels of a reply: a nested message uses the end of it, and gives it back.
#[derive(Default)]
pub(super) struct Scratch<'w> {
    occurrences: Vec<Occurrence<'w>>,
    slots: Vec<Slot>,
}

/// A value on the wire, chained to the next one of the same field.
struct Occurrence<'w> {
    payload: Payload<'w>,
    next: usize,
}

/// The first and last value of one field.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    first: usize,
    last: usize,
}

/// Ends a chain, and marks an empty slot.
const NOWHERE: usize = usize::MAX;

/// The part of the memory that one message uses.
pub(super) struct Frame {
    occurrences: usize,
    slots: usize,
}

impl Slot {
    const EMPTY: Self = Self { first: NOWHERE, last: NOWHERE };

    pub fn is_empty(self) -> bool {
        self.last == NOWHERE
    }

    pub fn is_single(self) -> bool {
        self.first == self.last
    }
}

impl<'w> Scratch<'w> {
    /// Finds the fields of a message. Unknown fields are passed over: the service may be newer.
    pub fn scan(&mut self, plan: &Message, mut wire: &'w [u8]) -> Result<Frame, Malformed> {
        let frame = Frame { occurrences: self.occurrences.len(), slots: self.slots.len() };
        self.slots.resize(frame.slots + plan.fields.len(), Slot::EMPTY);
        while !wire.is_empty() {
            let (number, payload) = wire::field(&mut wire)?;
            if let Some(field) = plan.position(number) {
                self.clear_siblings(plan, field, &frame);
                self.add(frame.slots + field, payload);
            }
        }
        Ok(frame)
    }

    /// Gives the memory of a message back.
    pub fn release(&mut self, frame: Frame) {
        self.occurrences.truncate(frame.occurrences);
        self.slots.truncate(frame.slots);
    }

    pub fn slot(&self, frame: &Frame, field: usize) -> Slot {
        self.slots[frame.slots + field]
    }

    /// The value that counts for a single field; None when it is not set.
    pub fn last(&self, slot: Slot) -> Option<Payload<'w>> {
        self.occurrences.get(slot.last).map(|occurrence| occurrence.payload)
    }

    /// The first value of a field, and the place of the next: see [`Self::next`].
    pub fn start(&self, slot: Slot) -> Option<(Payload<'w>, usize)> {
        self.next(slot.first)
    }

    pub fn next(&self, place: usize) -> Option<(Payload<'w>, usize)> {
        let occurrence = self.occurrences.get(place)?;
        Some((occurrence.payload, occurrence.next))
    }

    fn add(&mut self, slot: usize, payload: Payload<'w>) {
        let place = self.occurrences.len();
        self.occurrences.push(Occurrence { payload, next: NOWHERE });
        let slot = &mut self.slots[slot];
        match self.occurrences.get_mut(slot.last) {
            Some(previous) => previous.next = place,
            None => slot.first = place,
        }
        slot.last = place;
    }

    /// Of a oneof the member that comes last on the wire is the one that is set.
    fn clear_siblings(&mut self, plan: &Message, field: usize, frame: &Frame) {
        let Some(oneof) = plan.fields[field].oneof else { return };
        for sibling in plan.oneofs[oneof].members.iter().filter(|sibling| **sibling != field) {
            self.slots[frame.slots + sibling] = Slot::EMPTY;
        }
    }
}
