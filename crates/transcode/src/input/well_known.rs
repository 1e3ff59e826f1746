//! Google's types whose JSON is not an object of their fields.

use super::message::Reader;
use super::scalar::{text, varint};
use super::time;
use super::wire::{Encoded, put_bytes};
use crate::plan::{Message, WellKnown};
use serde_json::Value;

/// Field numbers of `google.protobuf.Value`.
const NULL: u32 = 1;
const NUMBER: u32 = 2;
const STRING_VALUE: u32 = 3;
const BOOL: u32 = 4;
const STRUCT: u32 = 5;
const LIST: u32 = 6;

impl<'p, 'j> Reader<'p, 'j> {
    /// Writes the content of a well-known message.
    pub fn well_known(&mut self, well_known: WellKnown, plan: &'p Message, value: &'j Value, out: &mut Vec<u8>) {
        match well_known {
            WellKnown::Timestamp => self.seconds_and_nanos(time::timestamp(value), out),
            WellKnown::Duration => self.seconds_and_nanos(time::duration(value), out),
            WellKnown::FieldMask => self.mask(value, out),
            WellKnown::Value => self.any(plan, value, out),
            WellKnown::Transparent => {
                self.nested(|reader| reader.field(&plan.fields[0], value, out));
            }
        }
    }

    fn seconds_and_nanos(&mut self, time: Result<(i64, i32), &str>, out: &mut Vec<u8>) {
        match time {
            Ok((seconds, nanos)) => {
                for (number, part) in [(1, seconds), (2, nanos.into())] {
                    let part = varint(part);
                    if !part.is_zero() {
                        part.put(number, out);
                    }
                }
            }
            Err(message) => self.problems.add(message),
        }
    }

    fn mask(&mut self, value: &Value, out: &mut Vec<u8>) {
        let text = match text(value) {
            Ok(text) => text,
            Err(message) => return self.problems.add(message),
        };
        for path in text.split(',').filter(|path| !path.is_empty()) {
            put_bytes(1, path.as_bytes(), out);
        }
    }

    /// Writes the member of a `google.protobuf.Value` that can hold the JSON value.
    fn any(&mut self, plan: &'p Message, value: &'j Value, out: &mut Vec<u8>) {
        let number = match value {
            Value::Null => return Encoded::Varint(0).put(NULL, out),
            Value::Number(_) => NUMBER,
            Value::String(_) => STRING_VALUE,
            Value::Bool(_) => BOOL,
            Value::Object(_) => STRUCT,
            Value::Array(_) => LIST,
        };
        let field = plan.by_number(number).expect("Value has six members");
        self.single(number, field.kind, value, out);
    }
}
