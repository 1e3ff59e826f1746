//! Protobuf wire bytes -> JSON text, in one pass and without a message in between.

mod scan;
mod text;
mod time;
mod wire;
mod writer;

use crate::error::Malformed;
use crate::plan::{MessageId, Plans};
use writer::Writer;

/// Appends the JSON of a message. On an error `out` is as it was.
pub(crate) fn write(plans: &Plans, id: MessageId, wire: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
    let before = out.len();
    let result = Writer::new(plans, out).message(id, wire);
    if result.is_err() {
        out.truncate(before);
    }
    result
}
