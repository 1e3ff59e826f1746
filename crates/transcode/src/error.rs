//! What can go wrong, for each of the three callers: start, request, reply.

use serde_json::{Value, json};

/// The descriptors cannot be served. Raised at start only.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// The bytes are no complete, consistent `FileDescriptorSet`.
    #[error("cannot read the descriptor set")]
    Descriptor(#[from] prost_reflect::DescriptorError),
    /// A type that has no JSON form here: `Any`, a proto2 group, an enum with an ambiguous word.
    #[error("{name}: {reason}")]
    Type {
        /// Full name of the type or field.
        name: String,
        /// What is not supported.
        reason: String,
    },
    /// A `google.api.http` or `access` option that cannot be served.
    #[error("{method}: {reason}")]
    Method {
        /// Full name of the method.
        method: String,
        /// What is wrong with its options.
        reason: String,
    },
}

/// A request that cannot be translated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// The body is no JSON, or no JSON of the right form to name fields in. HTTP 400.
    #[error("malformed body: {0}")]
    Malformed(String),
    /// The body is longer than the operation takes. HTTP 413.
    #[error("the body is larger than {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// Fields that do not fit, at least one, at most [`crate::MAX_FIELD_ERRORS`]. HTTP 422.
    #[error("invalid data sent")]
    Fields(Vec<FieldError>),
}

impl InputError {
    /// The `data` of the error reply: `{"fields": {path: message}}`, or null without field errors.
    pub fn data(&self) -> Value {
        let Self::Fields(errors) = self else { return Value::Null };
        let fields = errors.iter().map(|error| (error.path.clone(), json!(error.message)));
        json!({ "fields": fields.collect::<serde_json::Map<_, _>>() })
    }
}

/// One field that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Where: `device_settings.sip.port`, `items[3].field`. Relative to the body, or the name of
    /// the parameter.
    pub path: String,
    /// What is wrong, in lower-case English: `must be a whole number`.
    pub message: String,
}

/// A reply that is not the message that its method promises: a fault of the service, HTTP 502.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// A tag, length or number that cannot be read, or that ends beyond the message.
    #[error("the wire bytes are damaged")]
    Damaged,
    /// A known field in the encoding of another type.
    #[error("a field has the wrong wire type")]
    WireType,
    /// A string that is not UTF-8.
    #[error("a string is not valid utf-8")]
    Utf8,
    /// A timestamp outside the years 1 to 9999, or parts of a second out of range.
    #[error("a time is out of range")]
    Time,
    /// More than [`crate::MAX_DEPTH`] levels.
    #[error("the message is nested too deeply")]
    TooDeep,
    /// More than [`crate::MAX_REPLY_BYTES`] of JSON.
    #[error("the message is too large")]
    TooLarge,
}
