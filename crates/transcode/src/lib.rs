//! Translates between the REST interface and gRPC, from nothing but the proto descriptors.
//!
//! A [`Registry`] is compiled once, at start, from the embedded `FileDescriptorSet`. It holds one
//! [`Operation`] per `google.api.http` annotation: [`Operation::request`] makes the protobuf bytes
//! of a request from path, query and body; [`Operation::response`] writes the JSON of a reply
//! directly from its protobuf bytes. [`openapi::document`] describes the same operations.
//!
//! The crate does no I/O and knows no web framework.
//!
//! # How protobuf reads as JSON
//!
//! | protobuf | JSON |
//! |---|---|
//! | field names | `snake_case`, as in the proto; a reply always carries every key |
//! | 64-bit integers | numbers |
//! | `bytes` | base64; input takes both alphabets, padded or not |
//! | enum | the value in lower case, without the enum's prefix; `*_UNSPECIFIED = 0` is `null` |
//! | unset optional field, message or oneof member | `null` |
//! | `double` and `float` that are not finite | `null` |
//! | `Timestamp` | RFC 3339 in UTC with milliseconds; input takes any RFC 3339 |
//! | `Duration` | seconds, as a number |
//! | `FieldMask` | paths in one string, joined by commas, in `snake_case` |
//! | `Struct`, `Value`, `ListValue`, wrappers | the plain JSON value |
//! | `Empty` | `{}` |
//!
//! An enum number that this build does not know reads as `null`: unset means deny.

mod access;
mod error;
mod http_rule;
mod input;
mod limits;
pub mod openapi;
mod operation;
mod plan;
mod registry;
mod reply;

pub use access::{Access, AccessKind};
pub use error::{FieldError, InputError, Malformed, RegistryError};
pub use limits::{DEFAULT_BODY_BYTES, MAX_DEPTH, MAX_FIELD_ERRORS, MAX_REPLY_BYTES};
pub use operation::{BodyRule, FILE_CHUNK, Operation};
pub use registry::Registry;
