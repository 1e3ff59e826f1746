//! Numbers that open doors for whoever knows them. They look up the identifier that was shown to a reader, and are masked before
//! the event is stored: logs, pushes, notifications, webhooks and searches have the mask only.
use device_protocol::IdentifierType;
use serde_json::Value;
use uuid::Uuid;

/// What stands for a character.
const MASK: &str = "\u{2022}";
/// Longest mask of a code, in characters.
const MAX_MASKED: usize = 10;
/// Characters at the end of a UUID that stay, by which two of them are told apart; over 100 random bits are hidden.
const SHOWN_OF_UUID: usize = 4;
/// A shorter number is masked in other texts only where it is the whole text.
const MIN_REPLACED: usize = 4;

/// Whether the number of an event opens doors by being typed or shown. Cards, keys and plates are things, and a face is a name; a
/// type of a newer firmware may be anything. Numbers without a type are those that were called, except where codes are checked.
pub fn is_secret(kind: Option<&str>, code: &str) -> bool {
    match kind.map(IdentifierType::parse) {
        Some(Some(kind)) => matches!(kind, IdentifierType::InputCode | IdentifierType::Qr),
        Some(None) => true,
        None => code.ends_with("_code"),
    }
}

/// A mistyped code gives the right one away, so that nothing of a code stays but its length.
pub fn mask(number: &str) -> String {
    if Uuid::try_parse(number).is_ok() {
        let visible_from = number.len() - SHOWN_OF_UUID;
        return format!("{}{}", MASK.repeat(SHOWN_OF_UUID), &number[visible_from..]);
    }
    MASK.repeat(number.chars().count().min(MAX_MASKED))
}

/// The rest of what the device reported, without the number.
pub fn mask_in(value: Value, number: &str) -> Value {
    let masked = |text: String| match text {
        text if text == number => mask(number),
        text if number.chars().count() >= MIN_REPLACED => text.replace(number, &mask(number)),
        text => text,
    };
    match value {
        Value::String(text) => Value::String(masked(text)),
        Value::Number(digits) if digits.to_string() == number => Value::String(mask(number)),
        Value::Array(items) => Value::Array(items.into_iter().map(|item| mask_in(item, number)).collect()),
        Value::Object(map) => Value::Object(map.into_iter().map(|(key, value)| (key, mask_in(value, number))).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn codes_and_qr_codes_are_secret_and_so_is_a_type_of_a_newer_firmware() {
        for kind in ["card", "ukey", "face_id", "license_plate"] {
            assert!(!is_secret(Some(kind), "access_granted_by_valid_identifier"), "{kind}");
        }
        for kind in ["inputCode", "qr", "access_code", "palm", ""] {
            assert!(is_secret(Some(kind), "access_granted_by_valid_identifier"), "{kind}");
        }
        assert!(is_secret(None, "access_granted_by_master_code"));
        assert!(is_secret(None, "access_denied_by_not_valid_input_code"));
        assert!(!is_secret(None, "outgoing_call"));
    }

    #[test]
    fn nothing_of_a_code_stays_and_a_uuid_keeps_its_end() {
        assert_eq!(mask("471100"), "••••••");
        assert_eq!(mask(&"7".repeat(40)), "•".repeat(10));
        assert_eq!(mask("7f1c5c9a-9e0b-4c0e-8a55-0f0f0f0fab12"), "••••ab12");
        assert_eq!(mask("https://example.org/guest-access/abcdefgh"), "•".repeat(10));
    }

    #[test]
    fn what_a_device_says_besides_has_no_number_either() {
        let info = json!({"number": "471100", "entered": 471100, "text": "code 471100 at 1", "list": ["471100"], "lock": 1});
        let masked = mask_in(info, "471100");
        assert_eq!(masked, json!({"number": "••••••", "entered": "••••••", "text": "code •••••• at 1", "list": ["••••••"], "lock": 1}));
        assert_eq!(mask_in(json!({"number": "1", "lock": "lock 1"}), "1"), json!({"number": "•", "lock": "lock 1"}));
    }
}
