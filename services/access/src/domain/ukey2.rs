//! A key that lives in an installation of the mobile application.

use time::OffsetDateTime;

use super::number::{CardNumber, Number, NumberError, Technology};

/// Random bytes of a number: nobody meets one by trying.
pub const NUMBER_BYTES: usize = 8;
/// As that of any identifier, in characters.
const MAX_NAME: usize = 100;
const NAMELESS: &str = "ukey2";

/// An installation of the application in which the user is signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MobileClient {
    pub id: i64,
    pub user_id: i64,
    /// ios or android.
    pub platform: String,
    pub info: String,
    /// When its session began.
    pub signed_in_at: OffsetDateTime,
}

impl MobileClient {
    /// What a key of it is called.
    pub fn key_name(&self) -> String {
        let words = [self.platform.trim(), self.info.trim()];
        let name = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        if name.is_empty() { NAMELESS.into() } else { name.chars().take(MAX_NAME).collect() }
    }

    /// Whether it has signed out since its session began. An instant that is equal counts as out: no key then.
    pub fn has_signed_out(&self, signed_out_at: Option<OffsetDateTime>) -> bool {
        signed_out_at.is_some_and(|at| at >= self.signed_in_at)
    }
}

/// The number of a new key.
pub fn number(bytes: [u8; NUMBER_BYTES]) -> Result<Number, NumberError> {
    CardNumber::from_bytes(&bytes, Technology::Unknown).map(Number::Card)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;
    use crate::domain::identifier::IdentifierType;

    const NOON: OffsetDateTime = datetime!(2026-11-23 12:00 UTC);

    fn client(platform: &str, info: &str) -> MobileClient {
        MobileClient { id: 7, user_id: 1, platform: platform.into(), info: info.into(), signed_in_at: NOON }
    }

    #[test]
    fn a_key_is_called_as_its_phone() {
        assert_eq!(client("ios", " iPhone 15 ").key_name(), "ios iPhone 15");
        assert_eq!(client("", "").key_name(), "ukey2");
        assert_eq!(client("ios", &"ж".repeat(200)).key_name().chars().count(), 100);
    }

    #[test]
    fn a_sign_out_before_the_session_does_not_count() {
        let client = client("ios", "");
        let is_out = [NOON - time::Duration::SECOND, NOON, NOON + time::Duration::SECOND].map(|at| client.has_signed_out(Some(at)));
        assert_eq!((is_out, client.has_signed_out(None)), ([false, true, true], false));
    }

    proptest! {
        #[test]
        fn a_number_reads_back_as_the_key_that_devices_hold(bytes in any::<[u8; NUMBER_BYTES]>()) {
            let number = number(bytes).unwrap();
            prop_assert_eq!(&Number::parse(IdentifierType::Ukey, &number.for_device()).unwrap().unique_value(), &number.unique_value());
            prop_assert_eq!(&Number::parse(IdentifierType::Ukey2, &number.for_device()).unwrap().unique_value(), &number.unique_value());
        }
    }
}
