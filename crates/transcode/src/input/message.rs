//! JSON objects as protobuf messages.

use super::problems::{Problems, Segment};
use super::scalar;
use super::wire::{Encoded, put_bytes};
use crate::error::InputError;
use crate::limits::MAX_DEPTH;
use crate::plan::{Field, Kind, Message, MessageId, Plans, Scalar, Shape};
use serde_json::{Map, Value};

const UNKNOWN_FIELD: &str = "unknown field";
pub(super) const OBJECT: &str = "must be an object";
const LIST: &str = "must be a list";
const TOO_DEEP: &str = "nested too deeply";

/// Reads JSON along the plans. Where a value does not fit it is reported and left out.
pub(super) struct Reader<'p, 'j> {
    pub(super) plans: &'p Plans,
    pub(super) problems: Problems<'j>,
    /// Whether keys that are left out get their initial values.
    pub(super) fills: bool,
    depth: usize,
}

impl<'p, 'j> Reader<'p, 'j> {
    pub fn new(plans: &'p Plans, problems: Problems<'j>) -> Self {
        Self { plans, problems, fills: false, depth: 0 }
    }

    pub fn finish(self) -> Result<(), InputError> {
        self.problems.finish()
    }

    /// Writes the fields of an object, in the order of their numbers; `known` narrows what the
    /// object may hold.
    pub fn object(&mut self, plan: &'p Message, object: &'j Map<String, Value>, known: impl Fn(&Field) -> bool, out: &mut Vec<u8>) {
        let mut found = 0;
        for field in plan.fields.iter().filter(|field| known(field)) {
            if let Some((key, value)) = object.get_key_value(field.name()) {
                found += 1;
                self.within(Segment::Key(key), |reader| reader.field(field, value, out));
            } else if let Some(initial) = field.initial.as_deref().filter(|_| self.fills) {
                out.extend_from_slice(initial);
            }
        }
        if found < object.len() {
            self.refuse_unknown(plan, object, known);
        }
        self.check_oneofs(plan, object);
    }

    /// Writes one field, with its number.
    pub fn field(&mut self, field: &'p Field, value: &'j Value, out: &mut Vec<u8>) {
        match field.shape {
            Shape::List { packed } => self.list(field, packed, value, out),
            Shape::Map { key } => self.map(field, key, value, out),
            Shape::Explicit if value.is_null() => {}
            Shape::Implicit if value.is_null() && self.has_null(field.kind) => {}
            Shape::Explicit => self.single(field.number, field.kind, value, out),
            Shape::Implicit => {
                if let Some(encoded) = self.leaf(field.kind, value)
                    && !encoded.is_zero()
                {
                    encoded.put(field.number, out);
                }
            }
        }
    }

    /// Writes a value that stands by itself, zero or not.
    pub fn single(&mut self, number: u32, kind: Kind, value: &'j Value, out: &mut Vec<u8>) {
        if let Kind::Message(id) = kind {
            let mut message = Vec::new();
            self.message(id, value, &mut message);
            put_bytes(number, &message, out);
        } else if let Some(encoded) = self.leaf(kind, value) {
            encoded.put(number, out);
        }
    }

    /// Writes the content of a message.
    pub fn message(&mut self, id: MessageId, value: &'j Value, out: &mut Vec<u8>) {
        let plan = self.plans.message(id);
        match (plan.well_known, value) {
            (Some(well_known), _) => self.well_known(well_known, plan, value, out),
            (None, Value::Object(object)) => {
                self.nested(|reader| reader.object(plan, object, |_| true, out));
            }
            (None, _) => self.problems.add(OBJECT),
        }
    }

    /// Runs one level deeper, if there is one.
    pub fn nested(&mut self, read: impl FnOnce(&mut Self)) {
        if self.depth == MAX_DEPTH {
            self.problems.add(TOO_DEEP);
            return;
        }
        self.depth += 1;
        read(self);
        self.depth -= 1;
    }

    fn within(&mut self, segment: Segment<'j>, read: impl FnOnce(&mut Self)) {
        self.problems.push_segment(segment);
        read(self);
        self.problems.pop_segment();
    }

    fn list(&mut self, field: &'p Field, packed: bool, value: &'j Value, out: &mut Vec<u8>) {
        let Value::Array(items) = value else { return self.problems.add(LIST) };
        let mut bare = Vec::new();
        for (index, item) in items.iter().enumerate() {
            self.within(Segment::Index(index), |reader| {
                if !packed {
                    reader.single(field.number, field.kind, item, out);
                } else if let Some(encoded) = reader.leaf(field.kind, item) {
                    encoded.put_bare(&mut bare);
                }
            });
        }
        if !bare.is_empty() {
            put_bytes(field.number, &bare, out);
        }
    }

    /// An entry is a message of a key (1) and a value (2).
    fn map(&mut self, field: &'p Field, key: Scalar, value: &'j Value, out: &mut Vec<u8>) {
        let Value::Object(entries) = value else { return self.problems.add(OBJECT) };
        for (name, value) in entries {
            self.within(Segment::Key(name), |reader| {
                let mut entry = Vec::new();
                let name = super::parameters::text_to_json(Kind::Scalar(key), reader.plans, name);
                match scalar::encode(key, &name) {
                    Ok(encoded) => encoded.put(1, &mut entry),
                    Err(message) => reader.problems.add(format!("the key {message}")),
                }
                reader.single(2, field.kind, value, &mut entry);
                put_bytes(field.number, &entry, out);
            });
        }
    }

    /// Encodes a scalar or an enum; None when it was reported instead.
    fn leaf(&mut self, kind: Kind, value: &'j Value) -> Option<Encoded<'j>> {
        let encoded = match kind {
            Kind::Scalar(scalar) => scalar::encode(scalar, value).map_err(str::to_owned),
            Kind::Enum(id) => {
                let words = self.plans.words(id);
                let number = value.as_str().and_then(|word| words.number(word));
                let number = number.map(|number| scalar::varint(number.into()));
                number.ok_or_else(|| words.expected().to_owned())
            }
            Kind::Message(_) => Err(OBJECT.to_owned()),
        };
        encoded.map_err(|message| self.problems.add(message)).ok()
    }

    /// Whether null is how the zero value of this type reads.
    fn has_null(&self, kind: Kind) -> bool {
        matches!(kind, Kind::Enum(id) if self.plans.words(id).has_null())
    }

    fn refuse_unknown(&mut self, plan: &Message, object: &'j Map<String, Value>, known: impl Fn(&Field) -> bool) {
        for key in object.keys() {
            if !plan.by_name(key).is_some_and(&known) {
                self.problems.add_at(key, UNKNOWN_FIELD);
            }
        }
    }

    fn check_oneofs(&mut self, plan: &Message, object: &Map<String, Value>) {
        for oneof in &plan.oneofs {
            let names = oneof.members.iter().map(|at| plan.fields[*at].name());
            let is_set = |name: &&str| object.get(*name).is_some_and(|value| !value.is_null());
            if let Some(second) = names.clone().filter(is_set).nth(1) {
                let names: Vec<_> = names.collect();
                let message = format!("only one of {} may be set", names.join(", "));
                self.problems.add_at(second, message);
            }
        }
    }
}
