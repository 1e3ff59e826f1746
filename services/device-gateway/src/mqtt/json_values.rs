//! How much memory JSON takes once it is parsed.

/// Values in one text. Each may take a hundred bytes or more, whatever it takes as text.
const MAX_VALUES: usize = 100_000;

/// Whether there are more than anything honest has: a page of a device has some ten thousand, whose images are one text each. Counted
/// without parsing, by what stands before a value, in texts too.
pub fn has_too_many_values(json: &[u8]) -> bool {
    json.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{' | b':')).count() > MAX_VALUES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_text_is_read_and_a_flood_of_values_is_not() {
        let image = format!(r#"{{"id": 1, "body": "{}"}}"#, "A".repeat(3 << 20));
        assert!(!has_too_many_values(image.as_bytes()));
        assert!(has_too_many_values("[0],".repeat(60_000).as_bytes()));
    }
}
