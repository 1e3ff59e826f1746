//! What is wrong with a number, in the catalogue's words.

/// The text is the message of the field `value` in a 422 answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    #[error("required")]
    Required,
    /// A card that is neither decimal nor hexadecimal.
    #[error("value must be a number or hex")]
    NumberOrHex,
    #[error("decimal value must have 1 to 10 digits")]
    DecLength,
    #[error("hex value must have 1 to 16 byte pairs")]
    HexLength,
    #[error("value must be a number")]
    Digits,
    #[error("value must have 1 to 10 digits")]
    CodeLength,
    #[error("value must be a uuid")]
    Uuid,
    #[error("value must be alphanumeric")]
    Alphanumeric,
    #[error("maximum length is 100")]
    TextLength,
}
