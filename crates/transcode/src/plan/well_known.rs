//! Google's types whose JSON is not an object of their fields.

/// What stands for the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WellKnown {
    /// An RFC 3339 text.
    Timestamp,
    /// A number of seconds.
    Duration,
    /// One text of paths.
    FieldMask,
    /// Any JSON value.
    Value,
    /// The JSON of the one field that the message has: the map of a `Struct`, the list of a
    /// `ListValue`, the scalar of a wrapper.
    Transparent,
}

impl WellKnown {
    pub fn from_name(full_name: &str) -> Option<Self> {
        match full_name.strip_prefix("google.protobuf.")? {
            "Timestamp" => Some(Self::Timestamp),
            "Duration" => Some(Self::Duration),
            "FieldMask" => Some(Self::FieldMask),
            "Value" => Some(Self::Value),
            "Struct" | "ListValue" | "BoolValue" | "BytesValue" | "DoubleValue" | "FloatValue" | "Int32Value" | "Int64Value" | "StringValue"
            | "UInt32Value" | "UInt64Value" => Some(Self::Transparent),
            _ => None,
        }
    }
}
