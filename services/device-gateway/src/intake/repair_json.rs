//! Repairs messages in which a firmware cut a text within a character: the rest of the character is replaced, so that only a
//! letter is lost and not the events of the message.
use std::borrow::Cow;

const REPLACEMENT: &str = "\\ufffd";

/// As UTF-8; incomplete characters, as bytes or as escapes, become U+FFFD.
pub fn repair_json(payload: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(payload);
    match has_half(&text) {
        true => Cow::Owned(without_halves(&text)),
        false => text,
    }
}

fn has_half(text: &str) -> bool {
    let mut rest = text;
    while let Some(place) = rest.find('\\') {
        rest = &rest[place..];
        match escape(rest) {
            Escape::Half => return true,
            Escape::Whole(length) => rest = &rest[length..],
        }
    }
    false
}

fn without_halves(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(place) = rest.find('\\') {
        out.push_str(&rest[..place]);
        rest = &rest[place..];
        let (kept, length) = match escape(rest) {
            Escape::Half => (REPLACEMENT, REPLACEMENT.len()),
            Escape::Whole(length) => (&rest[..length], length),
        };
        out.push_str(kept);
        rest = &rest[length..];
    }
    out + rest
}

enum Escape {
    /// So many bytes that belong together.
    Whole(usize),
    /// One of two surrogates, six bytes, without the other.
    Half,
}

/// What stands at the beginning, which is a backslash.
fn escape(text: &str) -> Escape {
    match (unit(text), text.get(6..).and_then(unit)) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => Escape::Whole(12),
        (Some(0xd800..=0xdfff), _) => Escape::Half,
        (Some(_), _) => Escape::Whole(6),
        (None, _) => Escape::Whole(1 + text[1..].chars().next().map_or(0, char::len_utf8)),
    }
}

/// The code unit of `\uXXXX` at the beginning.
fn unit(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn read(json: &str) -> Value {
        serde_json::from_str(&repair_json(json.as_bytes())).expect("JSON")
    }

    #[test]
    fn half_a_character_becomes_a_sign_for_it() {
        assert_eq!(read(r#""Ann\ud83d""#), "Ann\u{fffd}");
        assert_eq!(read(r#""\ude00 Ann\ud83d \ud83dx""#), "\u{fffd} Ann\u{fffd} \u{fffd}x");
        assert_eq!(serde_json::from_str::<Value>(&repair_json(b"\"Ann\xd0\"")).unwrap(), "Ann\u{fffd}");
    }

    #[test]
    fn whole_characters_stay() {
        for json in [r#""\ud83d\ude00""#, r#""a\\ud83d""#, r#""\u0416\n\"""#, r#"{"a": "\\"}"#] {
            assert_eq!(repair_json(json.as_bytes()), json);
        }
    }

    proptest! {
        #[test]
        fn what_is_json_stays_as_it_is(text in any::<String>()) {
            let json = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(repair_json(json.as_bytes()).into_owned(), json);
        }

        #[test]
        fn nothing_makes_it_panic(payload in proptest::collection::vec(any::<u8>(), 0..60), tail in "(\\\\|u|d8|[0-9a-f]|ж){0,20}") {
            repair_json(&[payload, tail.into_bytes()].concat());
        }
    }
}
