//! Walks plan and wire together, and writes.

use super::scan::{Frame, Scratch, Slot};
use super::wire::{self, Payload};
use super::{text, time};
use crate::error::Malformed;
use crate::limits::{MAX_DEPTH, MAX_REPLY_BYTES};
use crate::plan::{EnumId, Field, Kind, Message, MessageId, Plans, Scalar, Shape, WellKnown};
use prost::encoding::WireType;

type Written = Result<(), Malformed>;

pub(super) struct Writer<'a, 'w> {
    plans: &'a Plans,
    scratch: Scratch<'w>,
    out: &'a mut Vec<u8>,
    /// How far `out` may grow.
    limit: usize,
    depth: usize,
}

impl<'a, 'w> Writer<'a, 'w> {
    pub fn new(plans: &'a Plans, out: &'a mut Vec<u8>) -> Self {
        let limit = out.len().saturating_add(MAX_REPLY_BYTES);
        Self { plans, scratch: Scratch::default(), out, limit, depth: 0 }
    }

    pub fn message(&mut self, id: MessageId, wire: &'w [u8]) -> Written {
        let plan = self.plans.message(id);
        // Memory that an error leaves behind in the scratch goes with the writer.
        let frame = self.scratch.scan(plan, wire)?;
        match plan.well_known {
            None => self.nested(|writer| writer.object(plan, &frame))?,
            Some(WellKnown::Transparent) => {
                self.nested(|writer| writer.field(&plan.fields[0], writer.scratch.slot(&frame, 0)))?;
            }
            Some(WellKnown::Value) => self.any(plan, &frame)?,
            Some(WellKnown::Timestamp) => {
                let (seconds, nanos) = self.seconds_and_nanos(&frame)?;
                time::timestamp(seconds, nanos, self.out)?;
            }
            Some(WellKnown::Duration) => {
                let (seconds, nanos) = self.seconds_and_nanos(&frame)?;
                time::duration(seconds, nanos, self.out)?;
            }
            Some(WellKnown::FieldMask) => self.mask(self.scratch.slot(&frame, 0))?,
        }
        self.scratch.release(frame);
        Ok(())
    }

    /// Runs one level deeper.
    fn nested(&mut self, write: impl FnOnce(&mut Self) -> Written) -> Written {
        if self.depth == MAX_DEPTH {
            return Err(Malformed::TooDeep);
        }
        if self.out.len() > self.limit {
            return Err(Malformed::TooLarge);
        }
        self.depth += 1;
        write(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn object(&mut self, plan: &Message, frame: &Frame) -> Written {
        self.out.push(b'{');
        for (at, field) in plan.fields.iter().enumerate() {
            self.comma(at > 0);
            self.out.extend_from_slice(field.key.as_bytes());
            self.field(field, self.scratch.slot(frame, at))?;
        }
        self.out.push(b'}');
        Ok(())
    }

    fn field(&mut self, field: &Field, slot: Slot) -> Written {
        match field.shape {
            Shape::List { .. } => self.list(field.kind, slot),
            Shape::Map { key } => self.map(key, field.kind, slot),
            Shape::Explicit if slot.is_empty() => {
                self.out.extend_from_slice(b"null");
                Ok(())
            }
            Shape::Explicit | Shape::Implicit => self.single(field.kind, slot),
        }
    }

    fn single(&mut self, kind: Kind, slot: Slot) -> Written {
        match (kind, self.scratch.last(slot)) {
            (Kind::Message(id), Some(_)) if !slot.is_single() => self.merged(id, slot),
            (_, Some(payload)) => self.value(kind, payload),
            (_, None) => self.zero(kind),
        }
    }

    /// A message in several pieces: protobuf merges them, which is to read them as one.
    fn merged(&mut self, id: MessageId, slot: Slot) -> Written {
        let mut whole = Vec::new();
        let mut at = self.scratch.start(slot);
        while let Some((payload, next)) = at {
            let Payload::Bytes(piece) = payload else { return Err(Malformed::WireType) };
            whole.extend_from_slice(piece);
            at = self.scratch.next(next);
        }
        let scratch = Scratch::default();
        let (plans, limit, depth) = (self.plans, self.limit, self.depth);
        Writer { plans, scratch, out: self.out, limit, depth }.message(id, &whole)
    }

    fn list(&mut self, kind: Kind, slot: Slot) -> Written {
        self.out.push(b'[');
        let start = self.out.len();
        let mut at = self.scratch.start(slot);
        while let Some((payload, next)) = at {
            match (packed_as(kind), payload) {
                (Some(wire_type), Payload::Bytes(mut packed)) => {
                    while !packed.is_empty() {
                        self.comma(self.out.len() > start);
                        self.value(kind, wire::payload(wire_type, &mut packed)?)?;
                    }
                }
                _ => {
                    self.comma(self.out.len() > start);
                    self.value(kind, payload)?;
                }
            }
            at = self.scratch.next(next);
        }
        self.out.push(b']');
        Ok(())
    }

    /// An entry is a message of a key (1) and a value (2). Of equal keys the last one counts,
    /// which is also how JSON is read.
    fn map(&mut self, key: Scalar, kind: Kind, slot: Slot) -> Written {
        self.out.push(b'{');
        let start = self.out.len();
        let mut at = self.scratch.start(slot);
        while let Some((payload, next)) = at {
            let Payload::Bytes(mut entry) = payload else { return Err(Malformed::WireType) };
            let (mut name, mut value) = (None, None);
            while !entry.is_empty() {
                match wire::field(&mut entry)? {
                    (1, payload) => name = Some(payload),
                    (2, payload) => value = Some(payload),
                    _ => {}
                }
            }
            self.comma(self.out.len() > start);
            self.key(key, name)?;
            match value {
                Some(payload) => self.value(kind, payload)?,
                None => self.zero(kind)?,
            }
            at = self.scratch.next(next);
        }
        self.out.push(b'}');
        Ok(())
    }

    /// A key is a string, whatever its type.
    fn key(&mut self, key: Scalar, payload: Option<Payload<'w>>) -> Written {
        let quote: &[u8] = if key == Scalar::String { b"" } else { b"\"" };
        self.out.extend_from_slice(quote);
        match payload {
            Some(payload) => text::scalar(key, payload, self.out)?,
            None => self.out.extend_from_slice(text::zero(key).as_bytes()),
        }
        self.out.extend_from_slice(quote);
        self.out.push(b':');
        Ok(())
    }

    fn value(&mut self, kind: Kind, payload: Payload<'w>) -> Written {
        match (kind, payload) {
            (Kind::Scalar(scalar), payload) => text::scalar(scalar, payload, self.out),
            (Kind::Enum(id), Payload::Varint(number)) => self.word(id, number as i32),
            (Kind::Message(id), Payload::Bytes(wire)) => self.message(id, wire),
            _ => Err(Malformed::WireType),
        }
    }

    /// A value that is not on the wire.
    fn zero(&mut self, kind: Kind) -> Written {
        match kind {
            Kind::Scalar(scalar) => self.out.extend_from_slice(text::zero(scalar).as_bytes()),
            Kind::Enum(id) => self.word(id, 0)?,
            Kind::Message(id) => self.message(id, &[])?,
        }
        Ok(())
    }

    fn word(&mut self, id: EnumId, number: i32) -> Written {
        self.out.extend_from_slice(self.plans.words(id).json(number).as_bytes());
        Ok(())
    }

    /// A `google.protobuf.Value`: the one member that is set.
    fn any(&mut self, plan: &Message, frame: &Frame) -> Written {
        for (at, field) in plan.fields.iter().enumerate() {
            let slot = self.scratch.slot(frame, at);
            if !slot.is_empty() {
                return self.single(field.kind, slot);
            }
        }
        self.out.extend_from_slice(b"null");
        Ok(())
    }

    fn mask(&mut self, slot: Slot) -> Written {
        let mut paths = Vec::new();
        let mut at = self.scratch.start(slot);
        while let Some((payload, next)) = at {
            let Payload::Bytes(path) = payload else { return Err(Malformed::WireType) };
            paths.push(path);
            at = self.scratch.next(next);
        }
        text::string(&paths.join(&b','), self.out)
    }

    fn seconds_and_nanos(&self, frame: &Frame) -> Result<(i64, i32), Malformed> {
        let part = |field| match self.scratch.last(self.scratch.slot(frame, field)) {
            None => Ok(0),
            Some(Payload::Varint(bits)) => Ok(bits as i64),
            Some(_) => Err(Malformed::WireType),
        };
        Ok((part(0)?, part(1)? as i32))
    }

    fn comma(&mut self, wanted: bool) {
        if wanted {
            self.out.push(b',');
        }
    }
}

/// How an element stands in a packed list; None for what is never packed.
fn packed_as(kind: Kind) -> Option<WireType> {
    match kind {
        Kind::Message(_) => None,
        Kind::Enum(_) => Some(WireType::Varint),
        Kind::Scalar(scalar) => match scalar {
            Scalar::String | Scalar::Bytes => None,
            Scalar::Fixed32 | Scalar::Sfixed32 | Scalar::Float => Some(WireType::ThirtyTwoBit),
            Scalar::Fixed64 | Scalar::Sfixed64 | Scalar::Double => Some(WireType::SixtyFourBit),
            _ => Some(WireType::Varint),
        },
    }
}
