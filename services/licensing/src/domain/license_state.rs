//! The state of one licence, by the clock.
use time::{Duration, OffsetDateTime};

use super::license::Period;

/// How long before its end a licence is ending.
pub const NOTIFY_BEFORE: Duration = Duration::days(14);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LicenseState {
    Future,
    Active,
    Ending,
    Disabled,
}

impl LicenseState {
    pub fn of(period: &Period, now: OffsetDateTime) -> LicenseState {
        match period {
            period if period.has_ended(now) => LicenseState::Disabled,
            period if period.from > now => LicenseState::Future,
            Period { to: Some(to), .. } if *to - now <= NOTIFY_BEFORE => LicenseState::Ending,
            _ => LicenseState::Active,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    const FROM: OffsetDateTime = datetime!(2026-11-01 00:00 UTC);

    #[test]
    fn a_licence_goes_from_future_to_disabled_by_the_clock() {
        let to = FROM + Duration::days(60);
        let state = |at| LicenseState::of(&Period { from: FROM, to: Some(to) }, at);
        assert_eq!(state(FROM - Duration::SECOND), LicenseState::Future);
        assert_eq!(state(FROM), LicenseState::Active);
        assert_eq!(state(to - NOTIFY_BEFORE - Duration::SECOND), LicenseState::Active);
        assert_eq!(state(to - NOTIFY_BEFORE), LicenseState::Ending);
        assert_eq!(state(to), LicenseState::Disabled);
        assert_eq!(LicenseState::of(&Period { from: FROM, to: None }, to), LicenseState::Active);
    }
}
