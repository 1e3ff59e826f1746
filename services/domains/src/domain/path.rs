//! Paths of fields within a message that may itself be a field of another.

/// `name` within what lies at `path`; an empty path is the message itself.
pub fn within(path: &str, name: &str) -> String {
    if path.is_empty() { name.into() } else { format!("{path}.{name}") }
}

/// A text that people may leave out: trimmed, and absent when nothing is left.
pub fn text(value: Option<String>) -> Option<String> {
    value.map(|text| text.trim().to_string()).filter(|text| !text.is_empty())
}
