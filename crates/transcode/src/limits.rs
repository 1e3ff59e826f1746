//! What bounds the work for one request or reply.

/// How deeply JSON objects (messages, and the levels of a `Struct` or `ListValue`) may nest.
///
/// Below the 100 levels at which prost gives up: a level of a `Struct` costs prost three.
pub const MAX_DEPTH: usize = 32;

/// How many field errors are reported for one request; further ones are dropped.
pub const MAX_FIELD_ERRORS: usize = 50;

/// The largest body, in bytes, of an operation whose `access` option names no other.
pub const DEFAULT_BODY_BYTES: u64 = 1 << 20;

/// The largest JSON text of one reply, in bytes. Protobuf is dense: two bytes on the wire can
/// stand for an object with every key, so the size of the wire message is no bound.
pub const MAX_REPLY_BYTES: usize = 64 << 20;

/// How much of a field's path is shown in an error, in bytes. The keys come from the client.
pub(crate) const MAX_PATH_BYTES: usize = 256;
