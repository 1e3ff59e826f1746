//! Bounds of the fields that a device accepts, and the error that names the field.

/// A value outside the bounds that the device documents.
///
/// `field` is the JSON path inside the body (`valid.passes.max_passes`), so that the error can
/// be shown beside the field that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct BoundsError {
    pub field: String,
    pub problem: String,
}

impl BoundsError {
    pub fn new(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { field: field.into(), problem: problem.into() }
    }

    /// The same error inside a list: `list_items.3.name`.
    #[must_use]
    pub fn inside(self, parent: &str) -> Self {
        Self { field: format!("{parent}.{}", self.field), problem: self.problem }
    }
}

/// Characters of a text, counted as a person counts them (Unicode scalars, not bytes).
pub fn text(field: &str, value: &str, min: usize, max: usize) -> Result<(), BoundsError> {
    let length = value.chars().count();
    if (min..=max).contains(&length) {
        return Ok(());
    }
    Err(BoundsError::new(field, format!("must have {min} to {max} characters, has {length}")))
}

/// A whole number from `min` to `max`, both allowed.
pub fn number(field: &str, value: i64, min: i64, max: i64) -> Result<(), BoundsError> {
    if (min..=max).contains(&value) {
        return Ok(());
    }
    Err(BoundsError::new(field, format!("must be {min} to {max}, is {value}")))
}

/// At most `max` elements in a list.
pub fn count(field: &str, length: usize, max: usize) -> Result<(), BoundsError> {
    if length <= max {
        return Ok(());
    }
    Err(BoundsError::new(field, format!("must have at most {max} elements, has {length}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_measured_in_characters_and_not_in_bytes() {
        assert!(text("name", &"ж".repeat(100), 1, 100).is_ok());
        let error = text("name", &"ж".repeat(101), 1, 100).unwrap_err();
        assert_eq!(error.to_string(), "name: must have 1 to 100 characters, has 101");
    }

    #[test]
    fn an_error_inside_a_list_names_the_element() {
        let error = number("max_passes", 0, 1, 99_999).unwrap_err().inside("list_items.3");
        assert_eq!(error.field, "list_items.3.max_passes");
    }
}
