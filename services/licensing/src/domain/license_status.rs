//! The licence warning of a project.
use proto::vestibule::licensing::v1::LicenseStatus;
use time::{Duration, OffsetDateTime};

use super::license::{License, losses};

/// How long before the end the warning begins.
const WARNING_PERIOD: Duration = Duration::days(14);

/// The status, and the whole days until something ends, or since the last licence ended; 0 is today, None is without an end.
/// A licence ends unnoticed where others give the same from then on.
pub fn license_status(licenses: &[License], now: OffsetDateTime) -> (LicenseStatus, Option<i64>) {
    if !licenses.iter().any(|license| license.is_valid(now)) {
        let ended = licenses.iter().map(License::effective).filter(|period| period.has_ended(now)).filter_map(|period| period.to).max();
        return match ended {
            Some(ended) => (LicenseStatus::AlreadyExpired, Some((now - ended).whole_days())),
            None => (LicenseStatus::NoLicense, None),
        };
    }
    match losses(licenses, now).first() {
        None => (LicenseStatus::Normal, None),
        Some(end) => {
            let left = *end - now;
            let status = if left <= WARNING_PERIOD { LicenseStatus::WillExpire } else { LicenseStatus::Normal };
            (status, Some(left.whole_days()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::counts::Counts;
    use crate::domain::license::Period;
    use time::macros::datetime;

    const NOW: OffsetDateTime = datetime!(2026-11-23 09:00 UTC);

    /// A licence of everything from one day to another, counted from now; None is without an end.
    fn days(from: i64, to: Option<i64>) -> License {
        let period = Period { from: NOW + Duration::days(from), to: to.map(|to| NOW + Duration::days(to)) };
        License { period, withdrawn_at: None, features: None, counts: Counts::UNLIMITED, per_user: Counts::UNLIMITED }
    }

    #[test]
    fn a_licence_without_an_end_is_normal() {
        assert_eq!(license_status(&[days(0, None)], NOW), (LicenseStatus::Normal, None));
        assert_eq!(license_status(&[days(-9, Some(3)), days(-1, None)], NOW), (LicenseStatus::Normal, None));
    }

    #[test]
    fn the_warning_begins_14_days_before_the_end() {
        assert_eq!(license_status(&[days(-1, Some(15))], NOW), (LicenseStatus::Normal, Some(15)));
        assert_eq!(license_status(&[days(-1, Some(14))], NOW), (LicenseStatus::WillExpire, Some(14)));
        assert_eq!(license_status(&[days(-1, Some(1))], NOW + Duration::hours(1)), (LicenseStatus::WillExpire, Some(0)));
    }

    #[test]
    fn the_status_of_an_ended_licence_has_the_days_since_its_end() {
        assert_eq!(license_status(&[days(-30, Some(0))], NOW), (LicenseStatus::AlreadyExpired, Some(0)));
        assert_eq!(license_status(&[days(-30, Some(-2)), days(-30, Some(-9))], NOW), (LicenseStatus::AlreadyExpired, Some(2)));
    }

    #[test]
    fn a_licence_that_has_not_begun_is_no_licence() {
        assert_eq!(license_status(&[], NOW), (LicenseStatus::NoLicense, None));
        assert_eq!(license_status(&[days(1, None)], NOW), (LicenseStatus::NoLicense, None));
    }

    #[test]
    fn a_licence_without_an_end_does_not_hide_the_end_of_one_that_gives_more() {
        let basic = License { features: Some(vec!["sip".into()]), ..days(-30, None) };
        assert_eq!(license_status(&[basic.clone(), days(-1, Some(1))], NOW), (LicenseStatus::WillExpire, Some(1)));
        assert_eq!(license_status(&[basic.clone(), days(-1, Some(1)), days(1, Some(90))], NOW), (LicenseStatus::Normal, Some(90)));
        assert_eq!(license_status(&[basic], NOW), (LicenseStatus::Normal, None));
    }

    #[test]
    fn a_licence_that_follows_without_a_gap_prolongs_the_one_before() {
        assert_eq!(license_status(&[days(5, Some(40)), days(-1, Some(5))], NOW), (LicenseStatus::Normal, Some(40)));
        assert_eq!(license_status(&[days(6, Some(40)), days(-1, Some(5))], NOW), (LicenseStatus::WillExpire, Some(5)));
    }
}
