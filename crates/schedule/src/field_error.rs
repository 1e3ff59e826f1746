//! What is wrong with one field of a schedule.

use serde::Serialize;

/// One refused field. `field` is the name that the API uses, `message` a lower-case English
/// sentence of the error catalogue, ready for `data.fields` of a 422 answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{field}: {message}")]
pub struct FieldError {
    pub field: &'static str,
    pub message: &'static str,
}
