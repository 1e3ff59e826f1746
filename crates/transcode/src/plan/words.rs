//! Enum values as lower-case words: `IDENTIFIER_KIND_PIN_CODE` of `IdentifierKind` is `pin_code`.

use prost_reflect::EnumDescriptor;

/// The words of one enum.
#[derive(Debug)]
pub(crate) struct Words {
    /// Ordered by number; of aliases the one declared first comes first.
    values: Vec<Value>,
    /// The words that input may use, for the error that lists them: `must be one of: a, b`.
    expected: String,
}

#[derive(Debug)]
struct Value {
    number: i32,
    /// None for the zero value that stands for "unset".
    word: Option<String>,
    /// As it stands in a reply: the quoted word, or null.
    json: String,
}

impl Words {
    /// Fails with the word that two different values would share.
    pub fn new(descriptor: &EnumDescriptor) -> Result<Self, String> {
        let mut values: Vec<Value> = Vec::new();
        for value in descriptor.values() {
            let word = word(descriptor, value.number(), value.name());
            let taken = |known: &&Value| known.word.is_some() && known.word == word;
            if values.iter().find(taken).is_some_and(|known| known.number != value.number()) {
                return Err(word.unwrap_or_default());
            }
            let json = word.as_ref().map_or("null".to_owned(), |word| format!("\"{word}\""));
            values.push(Value { number: value.number(), word, json });
        }
        values.sort_by_key(|value| value.number);
        let mut words = Self { values, expected: String::new() };
        words.expected = format!("must be one of: {}", words.iter().collect::<Vec<_>>().join(", "));
        Ok(words)
    }

    /// The JSON of a number; null for one that this build does not know.
    pub fn json(&self, number: i32) -> &str {
        let at = self.values.partition_point(|value| value.number < number);
        let value = self.values.get(at).filter(|value| value.number == number);
        value.map_or("null", |value| &value.json)
    }

    /// The number of a word.
    pub fn number(&self, word: &str) -> Option<i32> {
        let value = self.values.iter().find(|value| value.word.as_deref() == Some(word))?;
        Some(value.number)
    }

    /// Whether null stands for the zero value.
    pub fn has_null(&self) -> bool {
        self.values.iter().any(|value| value.word.is_none())
    }

    /// The words, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.values.iter().filter_map(|value| value.word.as_deref())
    }

    /// The error for any other word.
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

fn word(descriptor: &EnumDescriptor, number: i32, name: &str) -> Option<String> {
    let is_null = descriptor.full_name() == "google.protobuf.NullValue";
    let word = without_prefix(descriptor.name(), name).to_ascii_lowercase();
    let is_unset = number == 0 && word == "unspecified";
    (!is_null && !is_unset).then_some(word)
}

/// Strips the enum's own name. Underscores are not compared, so that `SIPMode` and `SipMode` both
/// own `SIP_MODE_AUTO`.
fn without_prefix<'a>(enum_name: &str, value_name: &'a str) -> &'a str {
    let mut rest = value_name;
    for character in enum_name.chars() {
        rest = rest.trim_start_matches('_');
        match rest.strip_prefix(character.to_ascii_uppercase()) {
            Some(shorter) => rest = shorter,
            None => return value_name,
        }
    }
    rest.strip_prefix('_').filter(|word| !word.is_empty()).unwrap_or(value_name)
}

#[cfg(test)]
mod tests {
    use super::without_prefix;

    #[test]
    fn the_enums_own_name_is_no_part_of_a_word() {
        assert_eq!(without_prefix("IdentifierKind", "IDENTIFIER_KIND_PIN_CODE"), "PIN_CODE");
        assert_eq!(without_prefix("SIPMode", "SIP_MODE_AUTO"), "AUTO");
        assert_eq!(without_prefix("Ukey2State", "UKEY2_STATE_ON"), "ON");
    }

    #[test]
    fn a_value_without_the_enums_name_keeps_its_own() {
        assert_eq!(without_prefix("Kind", "OPEN"), "OPEN");
        assert_eq!(without_prefix("Kind", "KINDLY"), "KINDLY");
        assert_eq!(without_prefix("Kind", "KIND_"), "KIND_");
    }
}
