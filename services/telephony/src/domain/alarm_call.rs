//! Calls because of an alarm that nobody has taken: whose phones ring, and what they may press. No I/O.
use std::time::Duration;

/// Who presses it takes the alarm.
pub const TAKE_KEY: char = '1';
/// How long phones ring.
pub const RING_TIMEOUT: Duration = Duration::from_secs(45);
/// How long somebody who has answered may take to press the key.
pub const LISTEN_TIMEOUT: Duration = Duration::from_secs(60);

/// What phones show as the caller. `locale`: of the project.
pub fn caller_name(locale: &str, device_name: &str) -> String {
    match locale {
        "ru" => format!("Тревога, нажмите {TAKE_KEY}: {device_name}"),
        _ => format!("Alarm, press {TAKE_KEY}: {device_name}"),
    }
}

/// The key that an INFO tells of: `application/dtmf-relay` names it as a signal, `application/dtmf` has it alone.
pub fn key_of_info(body: &[u8]) -> Option<char> {
    let text = std::str::from_utf8(body).ok()?;
    let signal = text.lines().filter_map(|line| line.split_once('=')).find(|(name, _)| name.trim().eq_ignore_ascii_case("signal"));
    let value = match signal {
        Some((_, value)) => value.trim(),
        None => text.trim(),
    };
    let mut characters = value.chars();
    match (characters.next(), characters.next()) {
        (Some(key), None) if key.is_ascii_digit() || "*#".contains(key) => Some(key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_info_says_which_key_was_pressed() {
        for body in ["Signal=1\r\nDuration=160\r\n", "signal= 1\r\n", "1", " 1\r\n", "Duration=100\r\nSignal=1"] {
            assert_eq!(key_of_info(body.as_bytes()), Some('1'), "{body:?}");
        }
        assert_eq!(key_of_info(b"Signal=#\r\n"), Some('#'));
        for body in ["", "11", "Signal=\r\n", "<media_control/>", "Signal=12"] {
            assert_eq!(key_of_info(body.as_bytes()), None, "{body:?}");
        }
        assert_eq!(key_of_info(&[0xff, 0xfe]), None);
    }

    #[test]
    fn a_phone_shows_the_device_and_the_key() {
        assert_eq!(caller_name("en", "Gate"), "Alarm, press 1: Gate");
        assert_eq!(caller_name("ru", "Ворота"), "Тревога, нажмите 1: Ворота");
    }
}
