//! Images of events: of which events the camera of a device is asked for one, and how they are named.
use device_protocol::EventCode;
use time::{Duration, OffsetDateTime, UtcOffset};
use uuid::Uuid;

use super::event::EMERGENCY;

/// A snapshot of an event that is older shows somebody else.
pub const MAX_AGE: Duration = Duration::seconds(5);
/// Between two snapshots of one device.
pub const INTERVAL: Duration = Duration::seconds(2);
/// Pixels of the longer side.
pub const MAX_SIDE: u32 = 1_280;
pub const MAX_BYTES: usize = 512 << 10;
pub const DEFAULT_IMAGE_DAYS: i32 = 30;
pub const DEFAULT_EVENT_DAYS: i32 = 365;
/// Of the blob store.
pub const FOLDER: &str = "event-images";
/// Of the REST interface.
const ADDRESS: &str = "/api/v0/logs/storage";

/// Somebody was let in or refused, rings, or there is an alarm, and it has just happened.
pub fn wants_image(category: i16, code: &str, created_at: OffsetDateTime, received_at: OffsetDateTime) -> bool {
    let code = EventCode::from(code.to_owned());
    let is_call = matches!(code, EventCode::IncomingCall | EventCode::OutgoingCall | EventCode::OutgoingCallMissed);
    received_at - created_at <= MAX_AGE && (category == EMERGENCY || is_call || code.is_granted() || code.is_denied())
}

/// `2026-11-24/018f6f0e-8a4b-7c3d-9e2f-1a2b3c4d5e6f.jpg`, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagePath(String);

impl ImagePath {
    pub fn new(at: OffsetDateTime) -> ImagePath {
        ImagePath(format!("{}/{}.jpg", at.to_offset(UtcOffset::UTC).date(), Uuid::now_v7()))
    }

    /// None for what is no such path: it reaches neither the database nor the store.
    pub fn parse(text: &str) -> Option<ImagePath> {
        let (date, file) = text.split_once('/')?;
        let id = file.strip_suffix(".jpg")?;
        let is_date =
            date.len() == 10 && date.bytes().enumerate().all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
        let is_id = Uuid::try_parse(id).is_ok_and(|parsed| parsed.hyphenated().to_string() == id);
        (is_date && is_id).then(|| ImagePath(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// In the blob store. `path`: one of [`ImagePath`], as the table has it.
pub fn key(path: &str) -> String {
    format!("{FOLDER}/{path}")
}

/// In the REST interface.
pub fn address(path: &str) -> String {
    format!("{ADDRESS}/{path}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-24 12:00 UTC);

    #[test]
    fn who_was_let_in_or_refused_who_rings_and_alarms_have_an_image_and_the_rest_has_none() {
        for code in ["access_granted_by_valid_identifier", "access_denied_by_unknown_card", "multi_access_denied"] {
            assert!(wants_image(1, code, NOW, NOW), "{code}");
        }
        assert!(wants_image(2, "incoming_call", NOW, NOW) && wants_image(2, "outgoing_call", NOW, NOW));
        assert!(wants_image(4, "tamper_event", NOW, NOW) && wants_image(4, "of_a_newer_firmware", NOW, NOW));
        for (category, code) in [(1, "door_was_closed"), (1, "lock_was_opened_by_exit_btn"), (2, "device_booted"), (3, "successful_login_api_call")] {
            assert!(!wants_image(category, code, NOW, NOW), "{code}");
        }
    }

    #[test]
    fn an_event_that_is_older_than_five_seconds_has_none() {
        let aged = |age| wants_image(4, "tamper_event", NOW - Duration::milliseconds(age), NOW);
        assert!(aged(0) && aged(5_000) && aged(-3_000));
        assert!(!aged(5_001));
    }

    #[test]
    fn a_path_is_a_date_and_an_id() {
        let path = ImagePath::new(NOW);
        assert_eq!(ImagePath::parse(path.as_str()), Some(path.clone()));
        assert!(path.as_str().starts_with("2026-11-24/"));
        let id = "018f6f0e-8a4b-7c3d-9e2f-1a2b3c4d5e6f";
        for text in [
            "",
            "2026-11-24",
            &format!("../2026-11-24/{id}.jpg"),
            &format!("2026-11-24/../{id}.jpg"),
            &format!("2026-11-24/{id}.png"),
            &format!("2026-11-24/{}.jpg", id.to_uppercase()),
            &format!("2026-11-24/{}.jpg", id.replace('-', "")),
            &format!("2026-11-2/{id}.jpg"),
            &format!("2026-11-24/{id}.jpg/"),
        ] {
            assert_eq!(ImagePath::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_taken_for_a_path_stays_below_its_folder(text in ".{0,80}") {
            if let Some(path) = ImagePath::parse(&text) {
                prop_assert!(!path.as_str().contains("..") && path.as_str().matches('/').count() == 1);
            }
        }
    }
}
